/** What the mails say that the service writes to people, in German. */
import type { SignupMode } from '../../domain/confirmation.ts'
import { limits } from '../../domain/limits.ts'
import type { Texts } from '../en/index.ts'
import { dates } from './language.ts'

const noticesOnly = 'zeigen Benachrichtigungen an diese Adresse nichts von den Nachrichten, um die es geht'
/** What an account can't do, or have, before its address is confirmed. */
const whatWaits: Record<SignupMode, string> = {
  open: noticesOnly,
  confirm: 'sendet das Konto keine echten Nachrichten, kauft keine Credits und lädt niemanden ein',
  invite: noticesOnly,
  closed: noticesOnly,
}

export const withheldReasons: Texts['withheldReasons'] = {
  level: 'Die Stufe des Postfachs hält auch auffällige Nachrichten zurück.',
  risk: 'Die Risikobewertung ist höher als bei dem, was ohne Prüfung zugestellt wird.',
  policy: 'Eine Richtlinie hält sie zurück.',
  unjudged: 'Eine automatische Prüfung gab keine Antwort, deshalb muss eine Person sie ansehen.',
  withheld: 'Sie beantwortet eine zurückgehaltene Nachricht oder leitet sie weiter.',
}

export const holdReasons: Texts['holdReasons'] = {
  level: 'Jede Nachricht dieses Postfachs wird von einer Person geprüft.',
  risk: 'Die Risikobewertung ist höher als bei dem, was ohne Prüfung gesendet wird.',
  policy: 'Eine Richtlinie verlangt eine Prüfung.',
  unjudged: 'Eine automatische Prüfung gab keine Antwort, deshalb muss eine Person sie ansehen.',
  withheld: 'Sie beantwortet eine zurückgehaltene Nachricht oder leitet sie weiter.',
}

const written = new Intl.DateTimeFormat(dates, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

export const mails: Texts['mails'] = {
  time: (iso) => `${written.format(new Date(iso))} UTC`,
  accounts: 'Konten',
  approvals: 'Genehmigungen',
  openQueue: 'Warteschlange öffnen',
  signIn: {
    subject: (domain) => `Anmeldung bei ${domain}`,
    title: 'Anmelden',
    how: `Öffnen Sie diesen Link in dem Browser, in dem Sie ihn angefordert haben. Er funktioniert einmal, ${limits.signInMinutes} Minuten lang:`,
    no: 'Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun: Niemand sonst kann ihn verwenden.',
  },
  invitation: {
    subject: (domain) => `Einladung zu ${domain}`,
    title: 'Sie sind eingeladen',
    may: {
      owner: 'Sie können dort entscheiden, was Agenten senden und empfangen, und alles ändern',
      reviewer:
        'Sie können dort die Nachrichten von Agenten sehen und entscheiden, was auf eine Person wartet',
      viewer: 'Sie können dort die Nachrichten von Agenten sehen und was auf eine Person wartet',
    },
    asked: (inviter, domain, may) =>
      `${inviter ?? 'Jemand, dessen eigene Adresse nicht bestätigt ist,'} lädt diese Adresse zu einem Konto bei ${domain} ein. ${may}.`,
    yes: 'Öffnen Sie diese Seite und geben Sie dort diese Adresse an; Sie erhalten dann einen Link per E-Mail, mit dem Sie sich anmelden:',
    no: 'Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.',
    open: 'Seite zum Anmelden öffnen',
  },
  confirmation: {
    subject: (domain) => `Bestätigen Sie Ihre Adresse für ${domain}`,
    title: 'Bestätigen Sie Ihre Adresse',
    asked: (domain) => `Jemand hat diese Adresse für ein Konto bei ${domain} angegeben.`,
    yes: (signup, until) =>
      `Wenn Sie das waren, öffnen Sie diesen Link und bestätigen Sie sie; bis dahin ${whatWaits[signup]}. Er funktioniert einmal, bis ${until}:`,
    no: 'Wenn Sie es nicht waren, brauchen Sie nichts zu tun: E-Mails des Kontos an eine Adresse, die niemand bestätigt hat, zeigen nichts von seinen Nachrichten.',
    open: 'Seite zum Bestätigen öffnen',
  },
  passkey: {
    title: { added: 'Ein Passkey wurde hinzugefügt', removed: 'Ein Passkey wurde entfernt' },
    happened: {
      added: (domain, time) =>
        `Zu Ihrem Zugang bei ${domain} wurde ein Passkey hinzugefügt, ${time}. Damit meldet man sich ohne E-Mail an.`,
      removed: (domain, time) =>
        `Von Ihrem Zugang bei ${domain} wurde ein Passkey entfernt, ${time}. Damit meldet sich niemand mehr an.`,
    },
    yes: 'Wenn Sie das waren, brauchen Sie nichts zu tun.',
    no: 'Wenn Sie es nicht waren, öffnen Sie Ihre Einstellungen: Entfernen Sie Passkeys, die Sie nicht kennen, und beenden Sie alle Sitzungen.',
    open: 'Einstellungen öffnen',
  },
  webhook: {
    title: 'Ein Webhook wurde ausgeschaltet',
    subject: (address) => `Ein Webhook wurde ausgeschaltet: ${address}`,
    what: (address, origin, since) =>
      `Der Webhook von ${address} unter ${origin} hat seit ${since} nur noch mit Fehlern geantwortet. Nach ${limits.webhookFailingDays} Tagen wurde er ausgeschaltet: Es wird nichts mehr dorthin gemeldet. Das Postfach empfängt weiter wie bisher.`,
    on: 'Sobald der Empfänger funktioniert, schalten Sie den Webhook wieder ein:',
    again: (count, more) =>
      `Lassen Sie dann zustellen, was fehlgeschlagen ist (bisher ${count}${more ? ' oder mehr' : ''}):`,
    toStranger: (domain) =>
      `Ein Webhook eines Kontos bei ${domain}, für das jemand diese Adresse angegeben hat, ist ${limits.webhookFailingDays} Tage lang fehlgeschlagen und wurde ausgeschaltet.`,
    yours:
      'Wenn das Konto Ihnen gehört, zeigen seine Postfächer, welcher. Wenn nicht, brauchen Sie nichts zu tun.',
  },
  notice: {
    title: 'Genehmigung nötig',
    subject: (subject) => `Genehmigung nötig: ${subject}`,
    what: 'Eine Nachricht eines Agenten wartet auf Ihre Genehmigung.',
    look: 'Sehen Sie sie vollständig an und entscheiden Sie:',
    button: 'Ansehen und entscheiden',
    explanation:
      'Dieser Link gehört nur Ihnen und funktioniert, bis jemand entschieden hat. Ihn zu öffnen entscheidet nichts. Leiten Sie diese E-Mail nicht weiter.',
    noSubject: '(kein Betreff)',
    notShown: '(hier nicht gezeigt)',
    noText: '(kein Text)',
    from: 'Von',
    to: 'An',
    cc: 'Cc',
    bcc: 'Bcc',
    subjectLine: 'Betreff',
    also: 'Außerdem',
    files: 'Dateien',
    begins: 'Beginn',
    score: 'Risikobewertung',
    noScore: 'keine',
    scoreOf: (score, summary) => `${score} von 100. ${summary}`,
    why: 'Wartet, weil',
    until: 'Frist',
    untilThen: (time) => `${time}; danach wird sie nicht gesendet.`,
    andMore: (named, more) => `${named} und ${more} weitere`,
    listedMore: (named, more) => `${named} und ${more} weitere`,
  },
  digest: {
    title: 'Was auf Sie wartet',
    subject: (count, more) =>
      more
        ? `Mehr als ${count} Nachrichten warten auf Sie`
        : `${count} ${count === 1 ? 'Nachricht wartet' : 'Nachrichten warten'} auf Sie`,
    what: (count, more) =>
      more
        ? `Mehr als ${count} Nachrichten warten auf die Entscheidung einer Person.`
        : `${count} ${count === 1 ? 'Nachricht wartet' : 'Nachrichten warten'} auf die Entscheidung einer Person.`,
    rest: 'Und weitere: In der Warteschlange stehen alle.',
    why: 'Sie erhalten diese Zusammenfassung, weil Sie sie gewählt haben. Ändern können Sie das in Ihren Einstellungen, hinter Ihrer Adresse.',
    line: (subject, outbound, from, to, score) =>
      `${subject}: ${outbound ? 'wartet auf Genehmigung' : 'zurückgehalten'}, ${from} an ${to}${score === null ? '' : `, Risikobewertung ${score}`}`,
  },
  withheld: {
    title: 'Zurückgehaltene Nachrichten',
    subject: (count) =>
      count === 1 ? 'Eine Nachricht wurde zurückgehalten' : `${count} Nachrichten wurden zurückgehalten`,
    what: (count) =>
      count === 1
        ? 'Eine eingegangene Nachricht wurde zurückgehalten.'
        : `${count} eingegangene Nachrichten wurden zurückgehalten.`,
    rest: 'Die anderen, die noch warten, stehen in der Warteschlange.',
    why: 'Sie erhalten diese E-Mail, weil Sie eine für jede Nachricht gewählt haben. Ändern können Sie das in Ihren Einstellungen, hinter Ihrer Adresse.',
  },
}
