"""The whole server in a simulated world, from one seed. docs/contribute/simulation.md explains it."""
