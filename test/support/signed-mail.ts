/** Messages with DKIM signatures and ARC seals, and the DNS records that verify them. */
import { generateKeyPairSync } from 'node:crypto'
import { sealMessage } from 'mailauth/lib/arc/index.js'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { ZoneEntry } from './dns-server.ts'

/** A key pair that signs for domains under the selector `s1`. */
export interface SigningKey {
  privateKey: string
  /** The TXT record of `s1._domainkey.<domain>`. */
  record: ZoneEntry
}

/** Makes an RSA key pair of `bits`. */
export function signingKey(bits = 2_048): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: {
      TXT: [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
    },
  }
}

export interface SignOptions {
  algorithm?: string
  /** Names of the header fields signed, colons between. */
  headerList?: string
  /** Bytes of the body signed (`l=`). */
  maxBodyLength?: number
}

/**
 * `message` with a DKIM signature of `domain` before it. The time is given because mailauth asks the clock once for the
 * header it signs and once for the header it writes, and the two differ where a second begins between them.
 */
export async function sign(
  message: string,
  domain: string,
  { privateKey }: SigningKey,
  options: SignOptions = {},
): Promise<string> {
  const { algorithm = 'rsa-sha256', headerList, maxBodyLength } = options
  const signer = { signingDomain: domain, selector: 's1', privateKey, algorithm }
  const { signatures, errors } = await dkimSign(message, {
    ...signer,
    signTime: new Date(),
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ ...signer, ...(maxBodyLength === undefined ? {} : { maxBodyLength }) }],
    // Its types ask for an array; its code splits a string.
    ...(headerList === undefined ? {} : { headerList: headerList as unknown as string[] }),
  })
  if (errors.length > 0) throw new Error('the message could not be signed')
  return signatures + message
}

/** `message` with the first ARC set of `domain` before it. */
export async function seal(message: string, domain: string, { privateKey }: SigningKey): Promise<string> {
  const headers = await sealMessage(message, {
    signingDomain: domain,
    selector: 's1',
    privateKey,
    algorithm: 'rsa-sha256',
    authResults: `${domain}; spf=pass smtp.mailfrom=a@${domain}`,
    cv: 'none',
    signTime: new Date(),
  } as Parameters<typeof sealMessage>[1])
  return headers.toString() + message
}
