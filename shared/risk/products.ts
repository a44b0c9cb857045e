/** Products of today that send notices, as data: each with the registrable domains that mail of theirs comes from. */

/** One a line, like the list of brands.ts. */
export const products = `
notion: notion.so notion.com makenotion.com
figma: figma.com
canva: canva.com
miro: miro.com
asana: asana.com
trello: trello.com atlassian.com
jira: atlassian.com atlassian.net
confluence: atlassian.com atlassian.net
atlassian: atlassian.com atlassian.net
bitbucket: bitbucket.org atlassian.com
monday.com: monday.com
clickup: clickup.com
linear: linear.app
airtable: airtable.com
calendly: calendly.com
loom: loom.com atlassian.com
vercel: vercel.com
netlify: netlify.com
cloudflare: cloudflare.com
digitalocean: digitalocean.com
heroku: heroku.com salesforce.com
hetzner: hetzner.com hetzner.de
ovh: ovh.com ovhcloud.com ovh.net
ovhcloud: ovh.com ovhcloud.com ovh.net
strato: strato.de
hostinger: hostinger.com
bluehost: bluehost.com
siteground: siteground.com
squarespace: squarespace.com
wix: wix.com
webflow: webflow.com
mailchimp: mailchimp.com intuit.com
sendgrid: sendgrid.com sendgrid.net twilio.com
twilio: twilio.com
hubspot: hubspot.com
salesforce: salesforce.com
zendesk: zendesk.com
intercom: intercom.com intercom.io intercom-mail.com
freshbooks: freshbooks.com
invoice ninja: invoiceninja.com invoicing.co
akaunting: akaunting.com
open collective: opencollective.com oscollective.org
patreon: patreon.com
kickstarter: kickstarter.com
gofundme: gofundme.com
substack: substack.com
npm: npmjs.com github.com
rubygems: rubygems.org
rubygems.org: rubygems.org
pypi: pypi.org python.org
docker: docker.com
docker hub: docker.com
sentry: sentry.io getsentry.com
datadog: datadoghq.com datadoghq.eu
pagerduty: pagerduty.com
okta: okta.com
auth0: auth0.com okta.com
duo security: duo.com duosecurity.com cisco.com
lastpass: lastpass.com
1password: 1password.com 1password.eu agilebits.com
bitwarden: bitwarden.com
dashlane: dashlane.com
keeper security: keepersecurity.com
proton: proton.me protonmail.com
protonmail: proton.me protonmail.com
nordvpn: nordvpn.com nordaccount.com
expressvpn: expressvpn.com
grammarly: grammarly.com
evernote: evernote.com
chatgpt: openai.com
claude: anthropic.com claude.ai claude.com
hugging face: huggingface.co
midjourney: midjourney.com
perplexity: perplexity.ai
workday: workday.com myworkday.com
bamboohr: bamboohr.com
gusto: gusto.com
deel: deel.com letsdeel.com
adp: adp.com
paychex: paychex.com
indeed: indeed.com
glassdoor: glassdoor.com
upwork: upwork.com
fiverr: fiverr.com
ramp: ramp.com
brex: brex.com
mollie: mollie.com
adyen: adyen.com
sumup: sumup.com sumup.de
zettle: zettle.com paypal.com
gocardless: gocardless.com
payoneer: payoneer.com
skrill: skrill.com
bunq: bunq.com
qonto: qonto.com
starling bank: starlingbank.com
rabobank: rabobank.nl rabobank.com
abn amro: abnamro.nl abnamro.com
bolcom: bol.com
bol.com: bol.com
postnl: postnl.nl
bpost: bpost.be
an post: anpost.ie anpost.com
post ch: post.ch
swisscom: swisscom.ch swisscom.com
postfinance: postfinance.ch
ubs: ubs.com
raiffeisen: raiffeisen.ch raiffeisen.at
erste bank: erstebank.at sparkasse.at
hermes: myhermes.de hermesworld.com
inpost: inpost.pl inpost.it inpost.co.uk
allegro: allegro.pl
olx: olx.pl olx.pt olx.ro olx.com.br
vinted: vinted.com vinted.fr vinted.de vinted.co.uk vinted.it vinted.es vinted.nl vinted.be vinted.pl vinted.pt vinted.cz vinted.lt vinted.se vinted.at vinted.lu vinted.hu vinted.ro vinted.sk vinted.dk vinted.fi
zalando: zalando.de zalando.com zalando.fr
ikea: ikea.com
lidl: lidl.de lidl.com lidl.fr
aldi: aldi.de aldi.com aldi.us aldi-sued.de aldi-nord.de
carrefour: carrefour.fr carrefour.com carrefour.es
target circle: target.com
temu: temu.com temuemail.com
shein: shein.com sheinemail.com
bitpanda: bitpanda.com
gemini exchange: gemini.com
bybit: bybit.com
okx: okx.com
kucoin: kucoin.com
blockchain.com: blockchain.com
phantom wallet: phantom.app phantom.com
uniswap: uniswap.org
tether: tether.to
interactive brokers: interactivebrokers.com
trade republic: traderepublic.com
etoro: etoro.com
vanguard: vanguard.com
starbucks: starbucks.com
mcdonald's: mcdonalds.com
marriott: marriott.com
hilton: hilton.com
ryanair: ryanair.com ryanairmail.com
lufthansa: lufthansa.com lufthansa-group.com miles-and-more.com
deutsche bahn: bahn.de deutschebahn.com
sncf: sncf.com sncf.fr
trainline: thetrainline.com trainline.com
doordash: doordash.com
deliveroo: deliveroo.com deliveroo.co.uk
lyft: lyft.com lyftmail.com
max.com: max.com hbomax.com
paramount plus: paramountplus.com
prime video: amazon.com primevideo.com
twitch: twitch.tv
nintendo: nintendo.com nintendo.net
xbox: xbox.com microsoft.com
ea games: ea.com
riot games: riotgames.com
minecraft: minecraft.net mojang.com microsoft.com
webex: webex.com cisco.com
gotomeeting: goto.com gotomeeting.com logmein.com
teamviewer: teamviewer.com
anydesk: anydesk.com
pandadoc: pandadoc.com pandadoc.net
dropbox sign: dropbox.com dropboxsign.com hellosign.com
adobe sign: adobe.com adobesign.com echosign.com
smartsheet: smartsheet.com
egnyte: egnyte.com
sharefile: sharefile.com citrix.com progress.com
citrix: citrix.com
vmware: vmware.com broadcom.com
sap concur: concur.com sap.com
coupa: coupa.com coupahost.com
ariba: ariba.com sap.com
netsuite: netsuite.com oracle.com
zoho: zoho.com zoho.eu zohocorp.com
odoo: odoo.com
datev: datev.de
lexoffice: lexware.de lexoffice.de haufe.de
elster: elster.de
finanzamt: elster.de bzst.de
impots.gouv: dgfip.finances.gouv.fr impots.gouv.fr gouv.fr
dvla: dvla.gov.uk gov.uk
tv licensing: tvlicensing.co.uk
nhs: nhs.uk nhs.net gov.uk
medicare: medicare.gov cms.gov cms.hhs.gov
mygov: my.gov.au gov.au
ato: ato.gov.au
canada revenue agency: cra-arc.gc.ca canada.ca
e-zpass: e-zpassny.com ezpassnj.com e-zpass.com
`
