/** What the pages say of channels that are told of what waits, and what those are told, in German. */
import { limits } from '../../domain/limits.ts'
import type { Texts } from '../en/index.ts'

export const channelNotice: Texts['channelNotice'] = {
  approval: 'Eine Nachricht wartet auf Genehmigung',
  withheld: 'Eine eingegangene Nachricht wurde zurückgehalten',
  several: (count) =>
    count === 1 ? 'Eine Nachricht wartet auf eine Person' : `${count} Nachrichten warten auf eine Person`,
  about: (outbound, from, to, score) =>
    `${outbound ? 'Wartet auf Genehmigung' : 'Zurückgehalten'}, ${from} an ${to}${score === null ? '' : `, Risikobewertung ${score}`}`,
  noSubject: '(kein Betreff)',
  notShown: '(hier nicht gezeigt)',
  rest: 'Die anderen, die noch warten, stehen in der Warteschlange.',
  openMail: 'Ansehen und entscheiden',
  openQueue: 'Warteschlange öffnen',
  test: 'Testbenachrichtigung',
  testSays: 'Dieser Kanal erfährt künftig von Nachrichten, die auf die Entscheidung einer Person warten.',
}

export const channelFailure: Texts['channelFailure'] = {
  title: 'Ein Kanal wird nicht mehr benachrichtigt',
  what: (name, url, error) =>
    `Der Kanal ${name} (${url}) wird nicht mehr über wartende Nachrichten benachrichtigt, weil es seinen Webhook nicht mehr gibt: ${error}. Was wartet, steht wie bisher in der Warteschlange.`,
  todo: 'Wenn der Webhook wieder funktioniert, senden Sie dem Kanal in den Einstellungen einen Test. Andernfalls entfernen Sie ihn dort und fügen ihn mit einem anderen Webhook neu hinzu.',
  open: 'Einstellungen öffnen',
}

export const noticeChannels: Texts['noticeChannels'] = {
  title: 'Slack und Microsoft Teams',
  what: 'Kanäle, die erfahren, was auf eine Person wartet, mit einem Link, um hier zu entscheiden.',
  none: 'Noch wird kein Kanal benachrichtigt.',
  kinds: { slack: 'Slack', teams: 'Microsoft Teams' },
  events: {
    'approval.pending': 'Nachrichten, die auf Genehmigung warten',
    'message.withheld': 'Eingegangene Nachrichten, die zurückgehalten wurden',
  },
  address: 'Webhook',
  toldOf: 'Erfährt von',
  last: 'Zuletzt benachrichtigt',
  never: 'nie',
  failed: 'fehlgeschlagen',
  failedSays:
    'Es wird nichts mehr gesendet, bis ein Test gelingt. Um einen anderen Webhook zu verwenden, entfernen Sie den Kanal und fügen ihn neu hinzu.',
  lastError: (error) => `Die letzte Benachrichtigung konnte nicht gesendet werden: ${error}.`,
  test: 'Test senden',
  testOf: (name) => `Test an ${name} senden`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  removeSays:
    'Dorthin wird nichts mehr gesendet. Widerrufen Sie den Webhook auch in Slack oder Teams: Wer die Adresse hat, kann weiterhin etwas dorthin senden.',
  removeIt: 'Kanal entfernen',
  add: 'Kanal hinzufügen',
  kind: 'Wo er ist',
  name: 'Name',
  nameHint: 'Wie er hier heißen soll, zum Beispiel #mail-review.',
  url: 'Adresse seines eingehenden Webhooks',
  urlHint:
    'Slack: ein eingehender Webhook einer App. Teams: ein Workflow, der in einem Kanal postet, wenn eine Webhook-Anfrage eingeht. Die Adresse ist geheim: Sie wird nicht noch einmal angezeigt.',
  which: 'Wovon er erfährt',
  addIt: 'Kanal hinzufügen',
  full: `Es gibt ${limits.noticeChannels} Kanäle; mehr sind nicht möglich.`,
  ownersManage: 'Inhaber fügen Kanäle hinzu und entfernen sie.',
  notTaken: (name, error) => `${name} hat den Test nicht angenommen: ${error}.`,
  done: {
    added: 'Hinzugefügt. Senden Sie einen Test, um zu sehen, ob er ankommt.',
    tested: 'Der Test wurde gesendet.',
    removed: 'Entfernt: Dorthin wird nichts mehr gesendet.',
  },
}
