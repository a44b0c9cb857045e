/** Base64 as requests carry it (RFC 4648 §4): padded, without line breaks. */
import { z } from 'zod'

/** Whether `text` is base64. In one pass that makes nothing: zod's own check decodes it to a string of its size. */
export const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** A field that holds some. */
export const base64Input = z
  .string()
  .refine(isBase64, 'is not base64 (RFC 4648 §4)')
  .meta({ format: 'base64', contentEncoding: 'base64' })
