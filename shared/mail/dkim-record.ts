/** The DNS record of a DKIM key (RFC 6376 §3.6.1, RFC 8463 §4). */
import { createPublicKey, type KeyObject } from 'node:crypto'

/** The TXT record that verifiers need of a key; it goes to `<selector>._domainkey.<domain>`. */
export function dkimRecord(privateKey: KeyObject): string {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const type = privateKey.asymmetricKeyType === 'ed25519' ? 'ed25519' : 'rsa'
  // Ed25519 keys are published bare, the last 32 bytes of their envelope.
  return `v=DKIM1; k=${type}; p=${(type === 'rsa' ? der : der.subarray(-32)).toString('base64')}`
}

/** The tag `p` of a published record: the key itself; null where there is none. */
export function publishedKey(record: string): string | null {
  return (
    /(?:^|;)\s{0,10}p\s{0,10}=\s{0,10}([A-Za-z0-9+/=\s]*)/.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? null
  )
}
