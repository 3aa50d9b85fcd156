// What the server answers to requests, as far as the page reads it. See the `view` functions of `jungle.server`.

import type { ClockTerms } from "./terms.js";

export type Colour = "blue" | "red";

export interface PlayerView {
  name: string | null;
  kind: string | null;
  rating: number;
  provisional: boolean;
  here: boolean;
}

export interface ClockView extends ClockTerms {
  blue: number;
  red: number;
  running: Colour | null;
  paused?: boolean;
  /** If the two clocks differ. */
  odds?: Record<Colour, ClockTerms>;
  days?: number;
  deadline?: number | null;
}

/** What a game is about: its game, rules and clock. */
export interface TermsView {
  game: string;
  rules: string;
  clock: ClockTerms | null;
  /** The opponent's clock, if it differs. */
  opponentClock?: ClockTerms;
  days?: number | null;
  rated: boolean;
  speed: string;
  colour?: string;
  fen?: string | null;
}

/** A game in a list; in some lists with its position, and with what its player needs. */
export interface GameView {
  id: string;
  number: number;
  game: string;
  rules: string;
  players: Record<Colour, PlayerView>;
  turn: Colour | null;
  status: string;
  result: string;
  reason: string;
  rated: boolean;
  speed: string;
  clock: ClockView | null;
  created: number;
  plies?: number;
  ended?: number | null;
  tournament?: string | null;
  fen: string;
  colour?: Colour;
  isMyTurn?: boolean;
  isHost?: boolean;
  host?: Colour | null;
}

/** A game as its players and spectators follow it. */
export interface WatchedView extends GameView {
  start: string;
  moves: string[];
  version: number;
  offers: Record<string, Colour>;
  rematch: string | null;
  class?: string | null;
  isPaused: boolean;
  now: number;
  spectators?: number | null;
}

/** A seek, or a challenge to somebody or by link. */
export interface ChallengeView extends TermsView {
  id: string;
  number: number;
  kind: string;
  status: string;
  challenger: { name: string; kind: string };
  to: { name: string; kind: string } | null;
  ratings: [number | null, number | null];
  created: number;
  expires: number;
  gameId: string | null;
  url?: string;
}

export interface TournamentView extends TermsView {
  id: string;
  name: string;
  status: string;
  starts: number;
  ends: number;
  by: string | null;
  players: number;
  class?: string;
  byHand?: boolean;
  format: string;
}

export interface EntrantView {
  place: number;
  name: string;
  kind: string;
  rating: number;
  score: number;
  results: number[];
  isOnFire: boolean;
  games: number;
  wins: number;
  game: string | null;
  isAway: boolean;
  joined: number;
}

/** A tournament with its standing. */
export interface ArenaView extends TournamentView {
  now: number;
  standing: EntrantView[];
  podium: EntrantView[];
  games: string[];
}

/** A tournament with rounds. */
export interface RoundsView extends TournamentView {
  now: number;
  round: number;
  rounds: number;
  interval: number | null;
  repeat: string;
  nextAt: number | null;
  /** What decides between equal points, in order. */
  ties: ("buchholz" | "cut" | "sonneborn" | "direct" | "wins")[];
  isOrganiser: boolean;
  games: string[];
  apart?: [string, string][];
  boards: {
    round: number;
    number: number;
    blue: string | null;
    red: string | null;
    isBye: boolean;
    isForfeit: boolean;
    points: [number, number] | null;
    game: string | null;
  }[];
  standing: {
    place: number;
    name: string;
    kind: string;
    rating: number;
    isAway: boolean;
    isAdmitted: boolean;
    points: number;
    buchholz: number;
    cut: number;
    sonneborn: number;
    direct: number;
    wins: number;
    results: {
      round: number;
      opponent: number | null;
      isBlue: boolean;
      points: number;
      isPlayed: boolean;
      game: string | null;
    }[];
  }[];
  podium: RoundsView["standing"];
  log: {
    what: string;
    at: number;
    round?: number;
    board?: number;
    result?: string;
    blue?: string;
    red?: string;
    names?: string[];
  }[];
}

export interface RatingView {
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}

/** Somebody who is followed, or who follows. */
export interface FriendView {
  name: string;
  kind: string;
  here: boolean;
  seen: number;
  playing?: string | null;
  newGames?: number;
  isNew?: boolean;
  isFollowed?: boolean;
}

export interface PersonView {
  name: string;
  kind: string;
  ratings: Record<string, RatingView>;
  created: number;
  seen?: number | null;
  vacationUntil?: number | null;
}
