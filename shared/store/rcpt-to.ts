/** The addresses that an inbound message came to by its envelope, in the database. */

/**
 * SQL: a JSON array of what was given at RCPT for the inbox of the message `m` with the contents `c`, tags included; empty
 * for an outbound message, whose envelope names recipients that its other recipients aren't told of.
 */
export const rcptTo = `case when m.direction = 'inbound' then coalesce(c.envelope -> 'rcptTo', '[]') else '[]' end`
