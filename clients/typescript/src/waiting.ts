/** Time that has passed for those who wait, by a clock that nobody sets. */

/** Seconds for which the service looks back for those who have waited. */
const longestWaited = 3_600
/** Seconds that a request is on its way: one more of what came before is better than one less of what came after. */
const onItsWay = 1

/** The time now, in milliseconds since some point: of use only beside another. */
export const clock = (): number => performance.now()

/** Seconds to be told of by a request that is made again, first made at `began` of `clock`. */
export const waitedSince = (began: number): number =>
  Math.min(longestWaited, (clock() - began) / 1_000 + onItsWay)
