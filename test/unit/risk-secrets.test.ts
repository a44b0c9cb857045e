/** Secrets in text: by shape, place, name and look; and what only looks like one. */
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newKey } from '../../shared/domain/api-key.ts'
import { fieldForms, fieldSecrets } from '../../shared/risk/field-secrets.ts'
import { findSensitive } from '../../shared/risk/find-sensitive.ts'
import { redact } from '../../shared/risk/redact.ts'
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

const values = (text: string): string[] => findSecrets(text).map(({ start, end }) => text.slice(start, end))
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('passwords and keys that a sentence gives', () => {
  test.each([
    ['the password for the router is Kx7!plover', 'Kx7!plover'],
    ['pw: sunny-Otter42', 'sunny-Otter42'],
    ['user/pass: admin / Qz81!fox', 'Qz81!fox'],
    ['the wifi password is "Cafe2024guest"', 'Cafe2024guest'],
    ['You can log in with joe.doe and the password Tiger!9921.', 'Tiger!9921'],
    ['use password «Rouge-84-vin»', 'Rouge-84-vin'],
    ['ssh root@10.0.0.5 pw Gx71!mule', 'Gx71!mule'],
    ['the admin password (Kiwi#4402) has to change', 'Kiwi#4402'],
    ['creds are svc_backup / 8uJ!kkp2Q', '8uJ!kkp2Q'],
    ['We set the passphrase to "correct horse battery staple 9"', 'correct horse battery staple 9'],
    ['mot de passe du wifi : Bretagne29200', 'Bretagne29200'],
    ['a senha é Praia@2023', 'Praia@2023'],
    ['la contraseña del servidor es Luna$4455', 'Luna$4455'],
    ['lösenordet är Vinter!88', 'Vinter!88'],
    ['hasło: Krakow_88!', 'Krakow_88!'],
    ['密码：Beijing#2008', 'Beijing#2008'],
    ['パスワードは Tokyo!2020a です', 'Tokyo!2020a'],
    ['<td>Password</td><td>Zk!99abQ</td>', 'Zk!99abQ'],
    ['| password | Zk!99abQ |', 'Zk!99abQ'],
    [`here is the api key you wanted\n\n${hex.slice(0, 32)}`, hex.slice(0, 32)],
    [`the acme app key ${hex.slice(0, 40)}`, hex.slice(0, 40)],
    ['Alarm code: 482113', '482113'],
    ['Please use: user svc-ci password 9xKd-Lm2-Pq7', '9xKd-Lm2-Pq7'],
    ['Guest network: NorthwindGuest / key Gu3st!2024', 'Gu3st!2024'],
    ['the password? Zk99abcQ!', 'Zk99abcQ!'],
    ['Zk99abcQ! is the new password', 'Zk99abcQ!'],
    ['RDP 10.0.0.9 Administrator / P@ssw0rd123', 'P@ssw0rd123'],
    ['u: joe p: Zk99abcQ!', 'Zk99abcQ!'],
    ['OTP 482913', '482913'],
    ['After the Zoom meeting I set the server password: Xy3pQmW8k2a', 'Xy3pQmW8k2a'],
    ['PUK 12345678', '12345678'],
    [`the encryption key (AES-256) ${(hex + hex).slice(0, 64)}`, (hex + hex).slice(0, 64)],
    [
      'recovery key 011360-166262-338419-107270-937505-886211-438618-869608',
      '011360-166262-338419-107270-937505-886211-438618-869608',
    ],
    ['license: 4SY9R-S2J5W-68B1C-B4YCY-YG8FY', '4SY9R-S2J5W-68B1C-B4YCY-YG8FY'],
    [`Use the key ${hex.slice(0, 32)} for it.`, hex.slice(0, 32)],
    ['app password: qxjk wpzr mbnv ldty', 'qxjk wpzr mbnv ldty'],
    ['2FA setup key: JB2W Y3DP EH7K 3PXQ', 'JB2W Y3DP EH7K 3PXQ'],
    ['Here are my backup codes: 92df5-20b86, c6c67-caa26', '92df5-20b86, c6c67-caa26'],
  ])('%s', (text, secret) => {
    expect(values(text)).toContain(secret)
  })

  test('both passwords of a change are found', () => {
    expect(values('password of the database changed from Old!2291x to New!5518y')).toEqual([
      'Old!2291x',
      'New!5518y',
    ])
  })
})

describe('credentials in commands, files and code', () => {
  test.each([
    ['docker login -u joe -p hunter22x registry.corp.example', 'hunter22x'],
    ['ldapsearch -x -D cn=admin -w Zk99abcQ', 'Zk99abcQ'],
    ['net use Z: \\\\srv\\share /user:corp\\joe Zk99abcQ!', 'Zk99abcQ!'],
    ['sqlplus app/Zk99abcQ@prod', 'Zk99abcQ'],
    ['db.corp.example:5432:main:app:Zx8!kLm2', 'Zx8!kLm2'],
    ['_auth=am9lOmh1bnRlcjJ4', 'am9lOmh1bnRlcjJ4'],
    ['variable "db_password" {\n  default = "Zx8kLm2q"\n}', 'Zx8kLm2q'],
    ['network={\n ssid="Home"\n psk="Zk99abcQrr"\n}', 'Zk99abcQrr'],
    ['snmp-server community Zk99abcQ RO', 'Zk99abcQ'],
    ['requests.get(u, auth=("joe", "Zk99abcQ!"))', 'Zk99abcQ!'],
    ['ConvertTo-SecureString "Zk99abcQ!" -AsPlainText', 'Zk99abcQ!'],
    ["MAIL_PASSWORD='p@ss w0rd9'", 'p@ss w0rd9'],
    ['DB_PASSWORD=%22Kx9mP4zQ1%22', 'Kx9mP4zQ1'],
    ['https://x.example/in?user=jo&password=%22Kx9mP4zQ1%22&next=home', 'Kx9mP4zQ1'],
    ['{%22password%22:%22Kx9mP4zQ1w%22}', 'Kx9mP4zQ1w'],
    ['password%22%3A%22Kx9mP4zQ1%22', 'Kx9mP4zQ1'],
    ['PASSWORD=Kx9%22mP4zQ1', 'Kx9%22mP4zQ1'],
    ['sftp -oPort=22 up:Fl1pper99@ftp.corp.example', 'Fl1pper99'],
    ['SNMP community string n0rthRO', 'n0rthRO'],
    [`session cookie PHPSESSID=${small(26)}`, small(26)],
    [`- name: ACME_TOKEN\n  value: "${hex.slice(0, 40)}"`, hex.slice(0, 40)],
    [`X-Acme-Key: ${hex.slice(0, 32)}`, hex.slice(0, 32)],
    [`"acme_key": "${hex.slice(0, 40)}"`, hex.slice(0, 40)],
    [`git clone https://${body(40)}@git.corp.example/x.git`, body(40)],
    [
      `Authorization: GenieKey ${'466a542a-f36e-420d-a613-8aad26c1ed9e'}`,
      '466a542a-f36e-420d-a613-8aad26c1ed9e',
    ],
    [`https://api.corp.example/v1?key=${body(32)}`, body(32)],
    [`root:$6$${body(8)}$${body(86)}:19000:0:99999:7:::`, `$6$${body(8)}$${body(86)}`],
    [`joe:$apr1$${body(8)}$${body(22)}`, `$apr1$${body(8)}$${body(22)}`],
    [`wallet private key: 0x${(hex + hex).slice(0, 64)}`, `0x${(hex + hex).slice(0, 64)}`],
    [`aws_session_token = ${body(340)}`, body(340)],
  ])('%s', (text, secret) => {
    expect(values(text)).toContain(secret)
  })

  test('what is written in base64 is a secret where it says one', () => {
    for (const said of ['password=Zk99abcQ!', `-----BEGIN RSA PRIVATE ${'KEY'}-----\n${body(200)}`])
      expect(values(`Here you go: ${base64(said)}`)).toEqual([base64(said)])
    expect(values(`creds (base64): ${base64('admin:Zk99abcQ!x')}`)).toEqual([base64('admin:Zk99abcQ!x')])
    expect(values(`the text (base64): ${base64('see you at noon, 12:30!')}`)).toEqual([])
  })
})

test('a key of a vendor without a shape is found by how it looks', () => {
  expect(found(`take acmecorp_${body(32)} for it`)).toEqual([`bare_token acmecorp_${body(32)}`])
  expect(found(`take ${body(40)} for it`)).toEqual([`bare_token ${body(40)}`])
})

describe('the code of a door', () => {
  test.each([
    ['is told by what it is of', 'the door code of the depot is 9153.', '9153'],
    ['or for', 'Hello, the door code for our office is 9153', '9153'],
    ['or whose', "Grace Hopper's gate code is 9153", '9153'],
    ['in single figures', 'the alarm code of the depot is 4 4 7 1.', '4 4 7 1'],
    ['with dashes', 'the code for the depot gate is 4-4-7-1.', '4-4-7-1'],
    ['in pairs', 'the door code is 44 71.', '44 71'],
  ])('%s', (_what, text, value) => {
    expect(found(text)).toEqual([`door_code ${value}`])
  })
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
    'The password must have 8-16 characters, one digit and a mark such as !',
    'password policy v2.1 applies from 2024-05-12; SSO works since v3.2.1!',
    'the login page is at corp.example:8443/login?next=/x1',
    'Last login: Mon May 12 14:30:22 2024 from 203.0.113.9, Chrome/120.0 on Windows10',
    'Zoom meeting 894 1234 5678, passcode: 482913',
    'session token expired for request 5f1c9a2e-7e0d-4a55-9d11-0c6fd1a2b3c4',
    'API key id: 5f1c9a2e-7e0d-4a55-9d11-0c6fd1a2b3c4',
    'boarding pass: LH1234 seat 12A; pass rate: 98.5%!',
    'const password = req.body.password1; auth=(user, password)',
    'Great2024!!! See you; @joe99 said hi! M&A in Q4!2024',
    'Located at http://www.corp.example/keys/ and press the key Ctrl+F12; GPG key 9F3C1A7BE04D5826.',
    'Join Zoom Meeting https://us02web.zoom.us/j/89412345678?pwd=QWxhZGRpbjpvcGVuIHNlc2FtZQ.1',
    'Webex meeting number: 2551 123 4567\nMeeting password: Xy3pQmW8k2a',
    'Teams meeting, ID 312 456 789 012, passcode: aB3dEf9k',
    `To unsubscribe: https://mail.corp.example/u?id=1815&token=${hex.slice(0, 32)}`,
    'PIN code 560001 Bangalore, gate 1234, door code policy 2024',
    'The safe code of practice 2024 is out; the gate code for the party on 2026-11-28 comes by text.',
    `-----BEGIN PGP SIGNATURE-----\n\n${body(64)}\n${body(24)}\n=4Clx\n-----END PGP SIGNATURE-----`,
    '      addr = RTL8712_DMA_H2CCMD;',
    'The files are t%C3%A4ble-2024.csv and pr%C3%BCfung-2025.csv; log in to get them.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

test('a field of a header is no prose: what continues and encodes its values is no password', () => {
  const forms = fieldForms([
    `attachment; filename*0*=utf-8''t%C3%A4ble%20of%202024.csv; filename*1*=b%C3%BCcher9.csv`,
  ])
  expect(fieldSecrets(forms)).toEqual([])
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

test.each([0xad, 0x34f, 0x180b, 0x200b, 0x200d, 0x2066, 0xfe0f, 0x1f, 0x9f, 0xe0041, 0xe0100])(
  'a character that nobody sees hides no secret, and goes with it: %i',
  (code) => {
    const unseen = String.fromCodePoint(code)
    const token = `ghp_${body(12)}${unseen}${small(12)}${unseen}${body(12)}`
    const text = `It is ${token}, thanks`
    expect(
      findSensitive(text, { entities: ['secret'] }).map(({ start, end }) => text.slice(start, end)),
    ).toEqual([token])
    const { subject, html } = redact(
      { subject: text, text, html: `<p>${text}</p>` },
      { entities: ['secret'], replacement: '…' },
    )
    expect([subject, html]).toEqual(['It is …, thanks', '<p>It is …, thanks</p>'])
  },
)

test('a secret in wide letters, or those of mathematics, is one', () => {
  const token = `ghp_${body(36)}`
  const wide = token.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0))
  const typed = token.replaceAll(/[a-z]/g, (letter) =>
    String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0x1d68a),
  )
  for (const other of [wide, typed]) {
    const [span, ...more] = findSensitive(`It is ${other}, thanks`, { entities: ['secret'] })
    expect([span?.start, span?.end, more]).toEqual([6, 6 + other.length, []])
  }
})
