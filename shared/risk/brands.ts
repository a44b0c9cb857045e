/** Names that phishing borrows most, each with the registrable domains that mail of theirs comes from. */

const list = `
paypal: paypal.com paypal.de paypal.co.uk paypal.fr
amazon: amazon.com amazon.co.uk amazon.de amazon.fr amazon.es amazon.it amazon.co.jp amazon.ca amazon.in amazonaws.com amazonses.com
apple: apple.com icloud.com
icloud: apple.com icloud.com
microsoft: microsoft.com microsoftonline.com office.com outlook.com live.com office365.com azure.com
office 365: microsoft.com microsoftonline.com office.com office365.com
microsoft 365: microsoft.com microsoftonline.com office.com office365.com
outlook: microsoft.com outlook.com office.com live.com
onedrive: microsoft.com onedrive.com live.com
sharepoint: microsoft.com sharepoint.com sharepointonline.com
google: google.com gmail.com youtube.com googlemail.com
gmail: google.com gmail.com
netflix: netflix.com
facebook: facebook.com facebookmail.com fb.com meta.com
instagram: instagram.com facebookmail.com
meta: meta.com facebook.com facebookmail.com
whatsapp: whatsapp.com
linkedin: linkedin.com
dropbox: dropbox.com dropboxmail.com
docusign: docusign.com docusign.net
adobe: adobe.com adobesign.com echosign.com
github: github.com
gitlab: gitlab.com
slack: slack.com
zoom: zoom.us zoom.com
ebay: ebay.com ebay.de ebay.co.uk ebay.fr
dhl: dhl.com dhl.de
ups: ups.com
fedex: fedex.com
usps: usps.com usps.gov
royal mail: royalmail.com
dpd: dpd.com dpd.de dpd.co.uk
bank of america: bankofamerica.com bofa.com
wells fargo: wellsfargo.com
chase: chase.com jpmorgan.com jpmchase.com
citibank: citi.com citibank.com
capital one: capitalone.com
american express: americanexpress.com aexp.com
hsbc: hsbc.com hsbc.co.uk
barclays: barclays.com barclays.co.uk
lloyds bank: lloydsbank.com lloydsbank.co.uk
santander: santander.com santander.co.uk santander.es
deutsche bank: deutsche-bank.de db.com
sparkasse: sparkasse.de
commerzbank: commerzbank.de commerzbank.com
ing: ing.com ing.de ing.nl
revolut: revolut.com
wise: wise.com
stripe: stripe.com
coinbase: coinbase.com
binance: binance.com
metamask: metamask.io
kraken: kraken.com
visa: visa.com
mastercard: mastercard.com
irs: irs.gov
hmrc: hmrc.gov.uk gov.uk
walmart: walmart.com
costco: costco.com
spotify: spotify.com
openai: openai.com
anthropic: anthropic.com
telekom: telekom.de t-online.de
vodafone: vodafone.com vodafone.de vodafone.co.uk
verizon: verizon.com verizonwireless.com
comcast: comcast.com comcast.net xfinity.com
at&t: att.com att.net
`

/** Registrable domains by brand name in lower case. */
export const brands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  list
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), new Set(line.slice(at + 2).split(' '))]
    }),
)

/** Providers at which anyone has an address. */
export const freeMail: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com aol.com icloud.com me.com ' +
    'mail.com gmx.com gmx.de gmx.net web.de proton.me protonmail.com pm.me mail.ru yandex.ru yandex.com qq.com 163.com ' +
    '126.com zoho.com tutanota.com fastmail.com hotmail.co.uk yahoo.co.uk hotmail.fr yahoo.fr orange.fr libero.it ' +
    't-online.de inbox.com rediffmail.com'
  ).split(' '),
)
