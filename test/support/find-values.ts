/** Prints what is found in a text full of values (names, numbers, keys), as JSON: run as a process with flags of its own. */
import { findPii } from '../../shared/risk/pii/find-pii.ts'
import { findSecrets } from '../../shared/risk/secret/find-secrets.ts'

const text = `Dear Mr. Jonas Becker,
please book for Anna Weber, born on March 8, 1966, Passport no. 254761810 (copy attached), or REISEPASS-NR. C01X00T47.
Her driver's license is D1234567; DL# 99999999; Führerscheinnummer: B072RRE2I55. Licence number: S530-4609-0123
Write to anna.weber@corp.example or ring +49 30 901820, card 4111 1111 1111 1111, IBAN DE89 3704 0044 0532 0130 00.
She lives at 12 Maple Court, Springfield, IL 62704; before that at Lange Hauptstraße 12, 10115 Berlin. SSN 536-90-4399.
TOTP key: JBSW Y3DP EHPK 3PXP, password: Kz7#tq9-Lw2mX, and from 10.20.30.40.
export AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMIq7Rt2Lw9Xz4Kb8Vn3Mf6Hd1Jc5G
`
const values = [
  ...findPii(text, null).map(({ type, start, end }) => `${type} ${start}-${end}`),
  ...findSecrets(text).map((span) => `${'rule' in span ? span.rule : span.type} ${span.start}-${span.end}`),
]
process.stdout.write(JSON.stringify(values))
