/** Names that phishing borrows most, each with the registrable domains that mail of theirs comes from. */
import { products } from './products.ts'

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
github: github.com github.io githubstatus.com
gitlab: gitlab.com gitlab.io
slack: slack.com
zoom: zoom.us zoom.com
ebay: ebay.com ebay.de ebay.co.uk ebay.fr
dhl: dhl.com dhl.de express.dhl
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
hmrc: hmrc.gov.uk gov.uk service.gov.uk tax.service.gov.uk notifications.service.gov.uk
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
american express online: americanexpress.com aexp.com
amex: americanexpress.com aexp.com
usaa: usaa.com
navy federal: navyfederal.org
navy federal credit union: navyfederal.org
td bank: td.com tdbank.com
rbc: rbc.com royalbank.com
rbc royal bank: rbc.com royalbank.com
royal bank of canada: rbc.com royalbank.com
scotiabank: scotiabank.com
cibc: cibc.com
bmo: bmo.com
citi: citi.com citibank.com
us bank: usbank.com
pnc bank: pnc.com
truist: truist.com
regions bank: regions.com
discover card: discover.com
fidelity investments: fidelity.com
charles schwab: schwab.com
robinhood: robinhood.com
standard bank: standardbank.co.za
nedbank: nedbank.co.za
natwest: natwest.com natwest.co.uk
halifax bank: halifax.co.uk
nationwide: nationwide.co.uk nationwide.com
tsb bank: tsb.co.uk
monzo: monzo.com
postbank: postbank.de
volksbank: volksbank.de
n26: n26.com
dkb: dkb.de
bnp paribas: bnpparibas.com bnpparibas.net bnpparibas.fr
credit agricole: credit-agricole.fr credit-agricole.com
societe generale: societegenerale.fr societegenerale.com socgen.com
la banque postale: labanquepostale.fr
la poste: laposte.fr laposte.net laposte.info notif-colissimo-laposte.info
chronopost: chronopost.fr chronopost.com
colissimo: colissimo.fr laposte.fr laposte.info notif-colissimo-laposte.info
ameli: ameli.fr assurance-maladie.fr
caixabank: caixabank.es caixabank.com
bbva: bbva.com bbva.es bbva.mx
correos: correos.es correos.com
poste italiane: posteitaliane.it poste.it
intesa sanpaolo: intesasanpaolo.com
unicredit: unicredit.it unicredit.eu unicredit.de
itau: itau.com.br
bradesco: bradesco.com.br
nubank: nubank.com.br
mercado libre: mercadolibre.com mercadolibre.com.ar mercadolibre.com.mx
rakuten: rakuten.co.jp rakuten.com rakuten-card.co.jp rakuten-bank.co.jp rakuten-sec.co.jp
coupang: coupang.com
jcb: jcb.co.jp
mufg: mufg.jp mufg.com
docomo: docomo.ne.jp
alibaba: alibaba.com alibaba-inc.com
aliexpress: aliexpress.com
wetransfer: wetransfer.com
we transfer: wetransfer.com
box: box.com
google drive: google.com
google docs: google.com
icloud drive: apple.com icloud.com
microsoft teams: microsoft.com mail.microsoft
microsoft account: microsoft.com
microsoft outlook: microsoft.com outlook.com mail.microsoft
hellosign: hellosign.com dropbox.com
ringcentral: ringcentral.com
intuit: intuit.com
quickbooks: intuit.com
turbotax: intuit.com
xero: xero.com
venmo: venmo.com
zelle: zellepay.com
cash app: cash.app square.com squareup.com
western union: westernunion.com
moneygram: moneygram.com
klarna: klarna.com klarna.de
crypto.com: crypto.com
trust wallet: trustwallet.com
ledger: ledger.com
trezor: trezor.io
opensea: opensea.io
ups my choice: ups.com
dhl express: dhl.com dhl.de express.dhl
dhl paket: dhl.com dhl.de express.dhl
gls: gls-group.eu gls-group.com gls-pakete.de
evri: evri.com
canada post: canadapost.ca canadapost-postescanada.ca
australia post: auspost.com.au
post office: postoffice.co.uk usps.com
maersk: maersk.com
maersk line: maersk.com
xfinity: xfinity.com comcast.com comcast.net
t-mobile: t-mobile.com telekom.de
orange: orange.fr orange.com
geek squad: geeksquad.com bestbuy.com
best buy: bestbuy.com
norton: norton.com nortonlifelock.com gen.com
mcafee: mcafee.com
godaddy: godaddy.com
namecheap: namecheap.com
ionos: ionos.com ionos.de
cpanel: cpanel.net
wordpress: wordpress.com wordpress.org
shopify: shopify.com
etsy: etsy.com
booking.com: booking.com
airbnb: airbnb.com airbnb.fr airbnb.de airbnb.es airbnb.it airbnb.pt airbnb.nl airbnb.pl airbnb.co.uk airbnb.ca airbnb.jp
uber: uber.com
expedia: expedia.com expediagroup.com expediapartnercentral.com hotels.com
disney plus: disneyplus.com disney.com
hulu: hulu.com hulumail.com
steam: steampowered.com
playstation: playstation.com sony.com
roblox: roblox.com
epic games: epicgames.com
tiktok: tiktok.com
snapchat: snapchat.com snap.com
twitter: twitter.com x.com
telegram: telegram.org
discord: discord.com discordapp.com
reddit: reddit.com redditmail.com
zoom meetings: zoom.us zoom.com
social security administration: ssa.gov
internal revenue service: irs.gov
hm revenue & customs: hmrc.gov.uk gov.uk service.gov.uk tax.service.gov.uk notifications.service.gov.uk
`

/** Registrable domains by brand name in lower case. */
export const brands: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  `${list.trim()}\n${products}`
    .trim()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), new Set(line.slice(at + 2).split(' '))]
    }),
)

/** Brands whose names are words, surnames or the starts of them, too: alone they prove little. */
export const wordBrands: ReadonlySet<string> = new Set(
  (
    'ameli box discord evri ledger nationwide norton orange reddit steam telegram uber ' +
    'notion linear loom ramp indeed allegro hermes gusto tether vanguard hilton heroku intercom docker ' +
    'sentry confluence proton claude perplexity gemini canva miro asana trello jira figma deel medicare strato ' +
    'phantom odoo citrix elster brex wix adp ato nhs olx ubs ovh npm pypi okx aldi lidl ikea xbox finanzamt'
  ).split(' '),
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
