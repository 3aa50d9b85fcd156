// Written by tools/frames.py. Do not edit.

/** Follow a game. The answer is `watching`, after the missed events, or `state`. */
export interface ClientWatch {
  type: "watch";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  /** The last version the client knows. Without it, or after a long absence, the answer is the whole state. */
  version?: number | null;
}

/** Stop following a game. There is no answer. */
export interface ClientUnwatch {
  type: "unwatch";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Follow seeks, games that begin and tournaments. The answer is `lobby` with all open seeks. */
export interface ClientLobby {
  type: "lobby";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
}

/** Follow a tournament. The answer is `tournament` with the whole tournament. */
export interface ClientTournament {
  type: "tournament";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  tournament: string;
}

/** Follow a class, as its teacher or one of its pupils. The answer is `class` with the whole class. */
export interface ClientClass {
  type: "class";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  class: string;
}

/** Ask for the server's time. The answer is `pong`. */
export interface ClientPing {
  type: "ping";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  /** Returned unchanged. */
  t?: number | null;
}

/** Answer the server's `ping`. Half the round trip is the lag of a move. */
export interface ClientPong {
  type: "pong";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  /** The `t` of the ping. */
  t?: number | null;
}

/** Play a move. */
export interface ClientMove {
  type: "move";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  move: string;
  /** The ply of the move. A move with the same ply and id is a repeat, and is played only once. */
  ply?: number | null;
  /** The move number, as in emails: two plies are one move. */
  number?: number | null;
}

/** Set conditional moves in a correspondence game, instead of any earlier ones. Only their owner sees them. */
export interface ClientPlan {
  type: "plan";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  /** Lines of moves: each begins with a move of the opponent and ends with your answer. None to remove them. */
  lines: string[][];
  /** The ply of the opponent's move for which they are. They are refused if the game is at another one. */
  ply?: number | null;
}

/** Resign. Before both players have moved, this aborts the game instead. */
export interface ClientResign {
  type: "resign";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Abort the game. Once both players have moved, this is an offer. */
export interface ClientAbort {
  type: "abort";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Offer something, or accept what the opponent has offered. */
export interface ClientOffer {
  type: "offer";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  /** `draw`, `takeback`, `abort`, or in correspondence games `pause`. */
  kind: string;
}

/** Accept the opponent's offer. Never makes a new offer if it is gone. */
export interface ClientAccept {
  type: "accept";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  kind: string;
}

/** Decline the opponent's offer, or withdraw your own. */
export interface ClientDecline {
  type: "decline";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  kind: string;
}

/** End a pause that both players agreed to. */
export interface ClientResume {
  type: "resume";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Claim the game from an opponent who has left. */
export interface ClientClaim {
  type: "claim";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  /** `draw` to claim a draw instead of a win. */
  kind?: string | null;
}

/** Give the opponent 15 seconds, in a game with clocks outside tournaments. */
export interface ClientGive {
  type: "give";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Offer a rematch with colours swapped, or accept one. */
export interface ClientRematch {
  type: "rematch";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
}

/** Send a chat line to the opponent. Spectators may chat once the game is over. */
export interface ClientChat {
  type: "chat";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  text: string;
}

/** Say one of the quick phrases, the only chat in games with children. */
export interface ClientPhrase {
  type: "phrase";
  /** Chosen by the client; the answer has the same. */
  id?: string | number | null;
  game: string;
  kind: string;
}

export type ClientFrame = ClientWatch | ClientUnwatch | ClientLobby | ClientTournament | ClientClass | ClientPing | ClientPong | ClientMove | ClientPlan | ClientResign | ClientAbort | ClientOffer | ClientAccept | ClientDecline | ClientResume | ClientClaim | ClientGive | ClientRematch | ClientChat | ClientPhrase;

/** Why a frame was refused. */
export interface Problem {
  /** For programs. Every code has a text in every language of the page. */
  code: string;
  /** For people. */
  message: string;
  /** After how many seconds it is worth trying again. */
  wait?: number | null;
}

/** The connection is open. */
export interface ServerHello {
  type: "hello";
  /** Who the session or token belongs to. */
  name: string | null;
  /** The server's time, in milliseconds since 1970. */
  now: number;
}

/** Answer this with `pong` and the same `t`: it measures your lag. */
export interface ServerPing {
  type: "ping";
  t: number;
}

/** The answer to the client's `ping`. */
export interface ServerPong {
  type: "pong";
  id: string | number | null;
  t: number | null;
  now: number;
}

/** The command is on disk. */
export interface ServerAck {
  type: "ack";
  id: string | number | null;
  game: string;
  /** For a move: the version it has given the game. */
  version?: number | null;
  ply?: number | null;
}

/** The frame with this `id` was invalid or refused. The connection stays open. */
export interface ServerError {
  type: "error";
  id: string | number | null;
  error: Problem;
}

/** Events may have been missed: watch everything again with the last known versions. */
export interface ServerResync {
  type: "resync";
}

/** A game as it is now. */
export interface ServerState {
  type: "state";
  id: string | number | null;
  game: string;
  /** The same as `GET /api/game/ID`. */
  state: any;
  spectators: number;
  /** The chat and the end of the game, if there were any. */
  events?: any[] | null;
}

/** Everything after the client's version has been sent. This is what events do not contain. */
export interface ServerWatching {
  type: "watching";
  id: string | number | null;
  game: string;
  version: number;
  here: Record<"blue" | "red", boolean>;
  clock: any | null;
  now: number;
  spectators: number;
}

/** A move was played. */
export interface ServerMove {
  type: "move";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  ply: number;
  move: string;
  clock: Record<"blue" | "red", number> | null;
  /** When, in the server's time. */
  at: number;
  /** When the next move is due, in correspondence games and for first moves, which cost no time on the clock. */
  deadline?: number | null;
  /** The first flip has decided the colours, and the players have changed seats. */
  swapped?: boolean;
}

/** Moves were taken back; `ply` plies are left. */
export interface ServerTakeback {
  type: "takeback";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  ply: number;
  clock: Record<"blue" | "red", number> | null;
  at: number;
  deadline?: number | null;
}

/** A player has offered something. */
export interface ServerOffer {
  type: "offer";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  kind: "draw" | "takeback" | "abort" | "pause" | "rematch";
  by: "blue" | "red";
}

/** An offer was declined, or withdrawn by the player who made it. */
export interface ServerDecline {
  type: "decline";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  kind: string;
  by: "blue" | "red";
}

/** The game is paused: by agreement, or by the teacher of a class, which stops the clocks. */
export interface ServerPause {
  type: "pause";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  clock?: Record<"blue" | "red", number> | null;
  at?: number | null;
}

/** The game continues. */
export interface ServerResume {
  type: "resume";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  by?: "blue" | "red" | null;
  deadline?: number | null;
  clock?: Record<"blue" | "red", number> | null;
  at?: number | null;
}

/** A player has given the opponent some time. */
export interface ServerGive {
  type: "give";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  by: "blue" | "red";
  seconds: number;
  /** What both clocks showed when the turn began, with the time that was given. */
  clock: Record<"blue" | "red", number>;
}

/** The game is over. */
export interface ServerEnd {
  type: "end";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  status: "ended" | "aborted";
  result: string;
  reason: string;
  winner: "blue" | "red" | null;
  /** The players' new ratings, if the game was rated. */
  ratings: any | null;
}

/** The rematch has started: a game with this `id`. */
export interface ServerRematch {
  type: "rematch";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  id: string;
}

/** A chat line, from a player or, without a colour, from a spectator. */
export interface ServerChat {
  type: "chat";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  name: string;
  colour: "blue" | "red" | null;
  text: string;
}

/** A player has said one of the quick phrases. */
export interface ServerPhrase {
  type: "phrase";
  /** One more than that of the previous event; a gap means that something was missed. */
  version: number;
  game: string;
  colour: "blue" | "red";
  kind: string;
}

/** A player of a game has come or left. */
export interface ServerPresence {
  type: "presence";
  game: string;
  colour: "blue" | "red";
  here: boolean;
}

/** How many others follow a game, over all servers; at most one frame per second. */
export interface ServerSpectators {
  type: "spectators";
  game: string;
  count: number;
}

/** A game of yours has started. */
export interface ServerGameStart {
  type: "gameStart";
  game: any;
}

/** A game of yours is over. */
export interface ServerGameFinish {
  type: "gameFinish";
  game: any;
}

/** It is your turn in a correspondence game. */
export interface ServerYourTurn {
  type: "yourTurn";
  game: any;
}

/** A correspondence game took another course than your conditional moves, which have been removed. */
export interface ServerPlanDropped {
  type: "planDropped";
  game: any;
}

/** Whose turn it is has changed in a correspondence game of yours. */
export interface ServerTurn {
  type: "turn";
  game: any;
}

/** An opponent offers a rematch. */
export interface ServerRematchOffered {
  type: "rematchOffered";
  game: any;
}

/** Somebody has challenged you. */
export interface ServerChallenge {
  type: "challenge";
  challenge: any;
}

/** A challenge to you was cancelled. */
export interface ServerChallengeCanceled {
  type: "challengeCanceled";
  challenge: any;
}

/** Your challenge was declined. */
export interface ServerChallengeDeclined {
  type: "challengeDeclined";
  challenge: any;
}

/** Somebody has written to you. */
export interface ServerMessage {
  type: "message";
  message: any;
}

/** One of these has happened. */
export interface LobbyChange {
  /** A new seek. */
  seek?: any | null;
  /** The ids of seeks that are gone. */
  ended?: string[] | null;
  /** The id of a game that is over. */
  over?: string | null;
  /** A tournament that was created, has started or has ended. */
  tournament?: any | null;
  /** A game that has started and that everybody may watch. */
  view?: any | null;
}

/** The answer to `lobby`, with all open `seeks`; after that, what has changed, at most once per second. */
export interface ServerLobby {
  type: "lobby";
  id?: string | number | null;
  seeks?: any[] | null;
  /** In the order in which they happened. */
  changes?: LobbyChange[] | null;
}

/** The answer to `tournament`, with the whole `tournament`; after that, what happened. */
export interface ServerTournament {
  type: "tournament";
  id: string;
  what: "state" | "join" | "withdraw" | "result" | "pairing" | "started" | "finished" | "chat";
  tournament?: any | null;
  /** The new rows of those concerned. */
  entrants?: any[] | null;
  /** The game that has a `result`. */
  game?: string | null;
  /** The boards of a round that have one. */
  boards?: any[] | null;
  /** What somebody has said. */
  remark?: any | null;
  /** True if the chat was closed, false if it was opened again. */
  closed?: boolean | null;
}

/** The answer to `class`, with the whole class; after that, what happened in it. */
export interface ServerClass {
  type: "class";
  id: string;
  what: "state" | "here" | "waiting" | "admitted" | "joined" | "left" | "changed" | "round" | "over" | "paused" | "board" | "answer" | "assignment" | "tournament" | "removed";
  /** With `state` the whole class, with `changed` the settings that have changed. */
  class?: any | null;
  /** The pupil who is `here` or not, has `left`, or has given an `answer`. */
  name?: string | null;
  here?: boolean | null;
  /** The pupil who has `joined`, is `waiting` to be let in, or whose label the teacher has changed. */
  pupil?: any | null;
  /** The games of a `round`. */
  games?: any[] | null;
  /** The game that is `over`. */
  gameId?: string | null;
  game?: any | null;
  /** Its players, with their new points. */
  pupils?: any[] | null;
  paused?: boolean | null;
  /** The teacher's board; without it, it is hidden. */
  board?: any | null;
  version?: number | null;
  move?: string | null;
  isRight?: boolean | null;
  tally?: Record<string, number> | null;
  assignment?: any | null;
  /** The assignment that was removed. */
  removed?: number | string | null;
  tournament?: any | null;
}

export type ServerFrame = ServerHello | ServerPing | ServerPong | ServerAck | ServerError | ServerResync | ServerState | ServerWatching | ServerMove | ServerTakeback | ServerOffer | ServerDecline | ServerPause | ServerResume | ServerGive | ServerEnd | ServerRematch | ServerChat | ServerPhrase | ServerPresence | ServerSpectators | ServerGameStart | ServerGameFinish | ServerYourTurn | ServerPlanDropped | ServerTurn | ServerRematchOffered | ServerChallenge | ServerChallengeCanceled | ServerChallengeDeclined | ServerMessage | ServerLobby | ServerTournament | ServerClass;
