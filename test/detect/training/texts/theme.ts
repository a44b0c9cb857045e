/** A kind of mail written for training. */

/** A mail of it has a subject, perhaps a greeting, one or two leads, an action, perhaps a threat, an end. */
export interface Theme {
  name: string
  senders: readonly string[]
  subjects: readonly string[]
  leads: readonly string[]
  actions: readonly string[]
  threats: readonly string[]
  ends: readonly string[]
}
