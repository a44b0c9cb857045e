/** Whose inbox has a slug that is taken, where the refusal tells it. */

const shared = 'live and sandbox share slugs, which are parts of addresses.'

/** The sentences of `slug_taken` for an inbox of the caller's own account; translations know them as they stand here. */
export const slugTakenBy = {
  ownInSameMode: 'An inbox of yours has this slug already.',
  ownSandbox: `An inbox of your own sandbox has this slug: ${shared}`,
  ownLive: `A live inbox of your own account has this slug: ${shared}`,
} as const
