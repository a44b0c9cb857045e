/** A first password is flagged, whoever gets it; what only stands beside such words is withheld as ever. Scores are whole ones. */
import { expect, test } from 'vitest'
import { isPlaceholder } from '../../shared/risk/disclosure/issued.ts'
import { judgeDraft } from '../support/judged-draft.ts'

test.each([
  'Hi Amelie, your user name is ameli, temporary password Heron-41-Moor. You choose a new one at the first login.',
  'Hallo, Benutzer elmer, Startkennwort Ziegel-Amsel-31. Beim ersten Mal verlangt die Seite ein eigenes.',
  'Votre espace est ouvert : identifiant PEYRAC-24, mot de passe provisoire Tilleul-Menthe-6, à remplacer à la première visite.',
  'Usuario lsanz, clave provisional Cepa-Vieja-41, caduca en 24 horas.',
  'Per il gestionale: utente dferrari, password iniziale Partita-Doppia-31 (ti chiede subito di cambiarla).',
  'Palavra-passe provisória: Andorinha-52-Mel (só funciona hoje; o site pede-lhe logo outra).',
  'Uw inlog: adriaanse22, tijdelijk wachtwoord Merel-Sloot-5, eenmalig geldig tot zondag.',
  'Konto już jest: login o.wrona, hasło startowe Brzoza-19-Tunel, do zmiany przy pierwszym logowaniu.',
  'Votre panier commence mardi. Première connexion : lou.perrin / Radis-Noir-863. On vous demandera d’en choisir un autre.',
  'Senha provisória: cedro-Plaina-58\nEndereço: https://aulas.oficina.example\n\nA senha vale por 48 horas e o sistema pede uma nova.',
  'Konto jest założone. Hasło na pierwsze logowanie: Jesion-384-kwa (trzeba je zmienić od razu).',
  'お申し込みの通りです。仮パスワード：sumi-7734-fude（初回ログイン時にご変更ください）',
  'Účet máš: janda, dočasné heslo Vitej-Lipova-09, platí do pátku a hned si ho změň.',
])('a first password is flagged and not withheld: %s', async (text) => {
  for (const known of [true, false]) {
    const { whole } = await judgeDraft(text, { asked: 'How do I log in on Monday?', known })
    expect(whole).toBeGreaterThan(30)
    expect(whole).toBeLessThanOrEqual(70)
  }
})

test.each([
  'user root, password Heron-Gate-51. The DNS entry is wrong; please change it straight away.',
  'user jmarsh, password Heron-Gate-51. It is not a temporary password, and it never changes.',
  'We replaced the temporary password by a new one: password Heron-Gate-51',
  'The password is Heron-Gate-51. The router asks you to pick a language.',
  'user root, temporary password Heron-Gate-51, please change it at once.',
  'The temporary password of the admin account is Heron-Gate-51, please change it.',
  'The temporary password Heron-Gate-51 never changes.',
  'Karin is on leave; her login: karin, temporary password Heron-Gate-51, change it when you like.',
  'I received the temporary password Heron-Gate-51 for Karin, to be changed at the first login.',
  'DB_PASSWORD=Tr0ub4dor-Quay-77\nThe portal asks you to choose a new one when you log in.',
  'On te demande de ne rien changer : mot de passe Heron-Gate-51.',
])('what only stands beside such words is withheld from a stranger: %s', async (text) => {
  expect((await judgeDraft(text, { asked: 'What is the password?' })).whole).toBeGreaterThan(70)
})

test.each([
  ['an access token', 'ghp_9Kq27LmXw0Tz4bRv8sYd3Nf6Hj1Pc5Ga2Ue7'],
  ['a live key', 'sk_live_9Kq27LmXw0Tz4bRv8sYd3Nf6'],
  ['a connection', 'postgres://admin:9Kq27LmXw0Tz4b@db.corp.example:5432/shop'],
])('%s is no first password, not even for a correspondent', async (_, secret) => {
  const text = `Here it is, temporary password ${secret}, change it at first login.`
  expect((await judgeDraft(text, { known: true })).whole).toBeGreaterThan(70)
})

test.each([
  ['os_test_EXAMPLEKEY000000', true],
  ['bf_test_0000DEMO0000', true],
  ['sk_test_your_secret_key', true],
  ['sk_test_51Hq27LmXw0Tz4bRv8sYd3Nf6', false],
  ['demo_Tr0ub4dor-Quay', false],
  ['sk_live_9Kq27LmXw0Tz4bSAMPLE', false],
  ['os_live_000000', false],
])('whether %s is a placeholder is told by what else is in it', (value, placeholder) => {
  expect(isPlaceholder(value)).toBe(placeholder)
})

test('a placeholder of the documentation is no secret', async () => {
  const text = 'curl -H "Authorization: Bearer os_test_EXAMPLEKEY000000" https://api.corp.example/v2/sms'
  expect((await judgeDraft(text, { asked: 'I keep getting 401, why?' })).whole).toBeLessThanOrEqual(70)
})
