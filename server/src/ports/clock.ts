/** The current time; injected, so that tests can change it. */
export type Clock = { now(): Date }
