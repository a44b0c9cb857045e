/** Secrets in text: by shape, place, name and look; and what only looks like one. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newKey } from '../../shared/domain/api-key.ts'
import { findSecrets } from '../../shared/risk/secret/find-secrets.ts'
import { looksRandom, wordShare } from '../../shared/risk/secret/randomness.ts'
import { tokenShapes } from '../../shared/risk/secret/token-shapes.ts'

const found = (text: string): string[] =>
  findSecrets(text).map(({ start, end, rule }) => `${rule} ${text.slice(start, end)}`)

// Made up here, piece by piece, so that no scanner takes this file for a leak.
const letters = 'q7Rt2Lw9Xz4Kb8Vn3Mf6Hd1Jc5Gs0PyTeUaWoBiEr'
const hex = '9f3c1a7be04d5826c9d1f07e3b5a4c68d20e71f59a3b6c84'
const lower = 'k3v9x1q7z5w2m8t4r6p0b7n2c9d4f6g8h1j3l5s7'
const body = (length: number): string => letters.repeat(9).slice(0, length)
const small = (length: number): string => lower.repeat(4).slice(0, length)

describe('keys and tokens by the shape that their vendor documents', () => {
  test.each([
    ['aws_access_key_id', `AKIA${'Q7RT2LW6XZ4KBVNM'}`],
    ['github_pat', `ghp_${body(36)}`],
    ['github_fine_grained', `github_pat_${body(40)}`],
    ['gitlab_pat', `glpat-${body(20)}`],
    ['slack_token', `xoxb-123456789012-${body(24)}`],
    ['stripe_key', `sk_live_${body(24)}`],
    ['openai_key', `sk-proj-${body(40)}`],
    ['anthropic_key', `sk-ant-api03-${body(93)}AA`],
    ['google_api_key', `AIza${body(35)}`],
    ['sendgrid_key', `SG.${body(22)}.${body(43)}`],
    ['npm_token', `npm_${body(36)}`],
    ['pypi_token', `pypi-AgEIcHlwaS5vcmc${body(60)}`],
    ['digitalocean_token', `dop_v1_${(hex + hex).slice(0, 64)}`],
    ['shopify_token', `shpat_${hex.slice(0, 32)}`],
    ['telegram_bot', `4839201756:AA${body(33)}`],
    ['jwt', `eyJ${body(30)}.eyJ${body(60)}.${body(43)}`],
    ['twilio_key', `SK${hex.slice(0, 32)}`],
    ['huggingface_token', `hf_${body(34)}`],
    ['databricks_token', `dapi${hex.slice(0, 32)}`],
    ['vault_token', `hvs.${body(90)}`],
  ])('%s', (name, token) => {
    expect(found(`here it is: ${token}\nthanks`)).toEqual([`${name} ${token}`])
  })

  test('there are more than a hundred and fifty shapes, each with a name of its own', () => {
    expect(new Set(tokenShapes.map(({ name }) => name)).size).toBe(tokenShapes.length)
    expect(tokenShapes.length).toBeGreaterThan(150)
  })

  test('a key of this service is known by its checksum, and one letter off is no such key', () => {
    const key = newKey('live')
    expect(found(`key ${key}`)).toContain(`service_api_key ${key}`)
    const off = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')
    expect(findSecrets(`key ${off}`).map(({ rule }) => rule)).not.toContain('service_api_key')
  })
})

describe('credentials by where they stand', () => {
  test.each([
    ['postgres://app:s3cr3tPw@db.internal:5432/main', 's3cr3tPw'],
    ['Server=db;Database=x;User Id=sa;Password=Tr0ub4dor&3;', 'Tr0ub4dor&3'],
    [`curl -H "Authorization: Bearer ${body(40)}" https://api.corp.example`, body(40)],
    ["curl -u admin:'hunter2!x' https://corp.example", "admin:'hunter2!x'"],
    ['mysql -h db -u root -pS3cretpw1 main', 'S3cretpw1'],
    ['machine ftp.corp.example login joe password pw4joe', 'pw4joe'],
    [`https://api.corp.example/x?api_key=${small(32)}`, small(32)],
    ['The password is: Winter2024!', 'Winter2024!'],
    ['Passwort: blau7Himmel', 'blau7Himmel'],
    ['DB_PASSWORD="correct-horse-7"', 'correct-horse-7'],
    [`client_secret = '${small(40)}'`, small(40)],
    [`acme_api_key: ${hex.slice(0, 32)}`, hex.slice(0, 32)],
    [`"access_token":"${body(40)}"`, body(40)],
    [`newvendor => "${small(32)}"`, small(32)],
    ['your verification code is 482913', '482913'],
  ])('%s', (text, secret) => {
    expect(findSecrets(text).map(({ start, end }) => text.slice(start, end))).toContain(secret)
  })

  test('a private key is found whole, also when its end is cut off', () => {
    const pem = `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${randomBytes(300).toString('base64')}\n`
    const end = `-----END RSA PRIVATE ${'KEY'}-----`
    expect(found(`${pem}${end}\nbye`)[0]).toBe(`private_key ${pem}${end}`)
    expect(findSecrets(pem)[0]).toMatchObject({ rule: 'private_key', start: 0 })
  })

  test('a recovery phrase of twelve words is a secret', () => {
    const words = 'ocean ladder pistol crane humble vivid orbit salad tunnel amber fossil grape'
    expect(findSecrets(`seed phrase: ${words}`)).toMatchObject([{ rule: 'recovery_phrase' }])
  })
})

test('a key of a vendor without a shape is found by how it looks', () => {
  expect(found(`take acmecorp_${body(32)} for it`)).toEqual([`bare_token acmecorp_${body(32)}`])
  expect(found(`take ${body(40)} for it`)).toEqual([`bare_token ${body(40)}`])
})

describe('what is no secret', () => {
  test.each([
    `The fix is in commit ${hex.slice(0, 40)} on main.`,
    'Your order id is 3f2504e0-4f89-11d3-9a0c-0305e82c3301.',
    `sha256:${(hex + hex).slice(0, 64)}  release.tar.gz`,
    `"integrity": "sha512-${body(86)}=="`,
    `View in browser: https://news.corp.example/v/${body(60)}?utm_source=mail`,
    `Message-ID: <${hex.slice(0, 16)}.${hex.slice(8, 16)}@mail.corp.example>`,
    `DKIM-Signature: v=1; a=rsa-sha256; d=corp.example; s=s1; bh=${body(43)}=; b=${body(160)}`,
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${body(43)} deploy@build`,
    `-----BEGIN PUBLIC KEY-----\n${body(64)}\n${body(64)}\n-----END PUBLIC KEY-----`,
    `-----BEGIN CERTIFICATE-----\n${body(64)}\n${body(64)}\n-----END CERTIFICATE-----`,
    `<img src="data:image/png;base64,${body(300)}">`,
    `ETag: W/"${hex.slice(0, 32)}" and request id req_${body(24)}`,
    `Trace id ${hex.slice(0, 32)} span ${hex.slice(0, 16)} latency 213ms`,
    'Set API_KEY=<YOUR_API_KEY> in .env, or sk_test_xxxxxxxxxxxxxxxxxxxxxxxx.',
    `password: ********, token=\${TOKEN}, secret={{ vault.secret }}`,
    'password reset: click the button; we never ask for your password.',
    'The secret to a good sourdough is time; the key is to keep the token starter warm.',
    'Use process.env.API_KEY, or os.environ["DB_PASSWORD"].',
    'AKIAIOSFODNN7EXAMPLE is the key of the documentation.',
    'aws_access_key: AKIAXXXXXXXXXXXXXXXX',
    'max_tokens = 4096, next_page_token: "CAUQAA", token_type=bearer',
    'Content-Type: multipart/mixed; boundary="----=_NextPart_000_0080_01BDF6C7.FABAC1B0"',
    'Tracking number JDN7JM67GDE3EMBA88 arrives on Monday.',
    `public_key = "${body(43)}"`,
    'The value dGltZW91dD0zMDtyZXRyaWVzPTU= is base64 for settings.',
    '[DEBUG] org.neo4j.neo4j-graphdb-api:jar:3.5.12:test',
    'Thank you, IT-Service, for the new password policy.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

test('random characters are told from words', () => {
  for (const text of [
    'ultraPictureBox1',
    'strict-uri-encode',
    'requiredCharacteristicTypes',
    '2024-05-12T10:00:00',
    'INC0012984',
  ])
    expect(looksRandom(text)).toBe(false)
  for (const text of [body(20), small(24), hex.slice(0, 32)]) expect(looksRandom(text)).toBe(true)
  expect(wordShare('configuration')).toBe(1)
  expect(wordShare(small(40))).toBeLessThan(0.2)
})
