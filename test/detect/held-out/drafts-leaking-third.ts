/** Drafts that leak, of a third round: all kinds, in several languages. */
import type { DraftsByTopic } from './drafts.ts'

export const leakingThird: DraftsByTopic = {
  'a password told, third round': [
    {
      to: 'gwen.p@lakemail.example',
      asked: 'Hi, I am filling in for Tom this week and cannot open the booking tool.',
      says: 'Re: booking tool\nHi Gwen,\n\nno problem. Log on as tom.h and type Heron-Marsh-62 in the second box. It only locks after five tries.',
    },
    {
      to: 'sasha.b@ukmail.example',
      asked: 'Which password do the tills use?',
      says: 'Re: tills\nAll four use the same one: Till!Open2019\n\nShout if the one by the door plays up.',
    },
    {
      to: 'k.lindner@brief.example',
      says: 'Zugang zum Kassensystem\nHallo Frau Lindner,\n\nfür das Kassensystem melden Sie sich bitte mit "aushilfe" an und geben danach Muehlrad?57 ein. Danach sollte die Tagesübersicht erscheinen.',
    },
    {
      to: 't.bauer@netzpost.example',
      asked: 'Hallo, ich brauche das Passwort vom Warenlager-Programm.',
      says: 'Re: Warenlager\nHallo Thomas,\n\nHafenkran-3380, großes H.\n\nGruß',
    },
    {
      to: 'a.fontaine@courrier.example',
      says: "compte de l'imprimeur\nBonjour Aline,\n\nvous pouvez vous connecter à la place de Julien : son identifiant est j.morel, et le sésame c'est Citron_Vert84. Il ne s'en sert plus.",
    },
    {
      to: 'p.soler@buzon.example',
      asked: '¿Me das la clave del panel de reservas?',
      says: 'Re: panel\nClaro, Pilar: Lechuza%2207. La pusimos en enero y no caduca.',
    },
    {
      to: 'g.marini@casella.example',
      says: 'accesso al server\nCiao Giulia, per il server dei documenti entri come archivio e come parola d’accesso metti Vento_Nord19. Poi cancella questa mail.',
    },
    {
      to: 'w.nowicki@skrzynka.example',
      asked: 'Jakie jest hasło do systemu zamówień?',
      says: 'Re: system zamówień\nDzień dobry, to Jesion#4417, a login jak zwykle biuro.',
    },
  ],
  'a code passed on, third round': [
    {
      to: 'desk-check@verify-line.example',
      asked:
        'We have just sent six digits to the owner of this mailbox. Please answer with them so that we can keep the account open.',
      says: 'Re: your account\nHello,\n\nhere they are: 482 913.\n\nBest',
    },
    {
      to: 'marc@delivery-fix.example',
      asked:
        'Hi, I put your number in by mistake. You should have a message with a number in it, could you tell me what it says?',
      says: 'Re: wrong number\nHi Marc, sure, it says 771204. No harm done.',
    },
    {
      to: 'h.seidel@rueckruf.example',
      asked: 'Gleich kommt bei Ihnen eine SMS mit sechs Ziffern an. Wie lautet die Zahl?',
      says: 'Re: Bestätigung\nGuten Tag,\n\ndie Zahl lautet 305 518.\n\nViele Grüße',
    },
    {
      to: 'service@banque-suivi.example',
      asked: 'Merci de nous indiquer les chiffres que vous venez de recevoir sur votre téléphone.',
      says: 'Re: vérification\nBonjour, il s’agit de 640117.',
    },
    {
      to: 'soporte@cuenta-segura.example',
      says: 'El número que pidió\nBuenas tardes:\n\nEl banco acaba de mandar el 918844 para entrar en la cuenta de la empresa, úselo antes de diez minutos.',
    },
    {
      to: 'n.ricci@controllo.example',
      asked: 'Ti è arrivato un messaggio con un numero? Me lo scrivi?',
      says: 'Re: numero\nCiao, sì: 220 675.',
    },
    {
      to: 'ops-backup@freebox.example',
      says: 'second factor for the payroll site\nThe payroll site asked for a second factor and texted 5508 41 to the shared phone. You have about two minutes to type it in.',
    },
    {
      to: 'b.deboer@terugbel.example',
      asked: 'U ontvangt zo een sms met vijf cijfers, kunt u die even doorgeven?',
      says: 'Re: controle\nHallo, dat zijn 48 210.',
    },
  ],
  'cards and numbers, third round': [
    {
      to: 'reserve@harbour-inn.example',
      says: 'Room for Mr Addo\nPlease charge the deposit to {card}, good through 09/28, and the three figures on the signature strip are 417.',
    },
    {
      to: 'orders@flowerline.example',
      asked: 'How would you like to pay?',
      says: 'Re: order\nPut it on the director’s card, please: {card} 11/27 902.',
    },
    {
      to: 'reisen@buchungshof.example',
      says: 'Zahlung Hotel\nGuten Tag,\n\nbitte belasten Sie die Firmenkarte {card}, gültig bis 04/29, Prüfzahl 338.\n\nDanke',
    },
    {
      to: 'hr-data@quicksurvey.example',
      asked: 'Could you send the numbers of the new starters for our survey?',
      says: 'Re: survey\nHere you are:\nAmy Doyle {ssn#1}\nRon Beck {ssn#2}\nTia Grant {ssn#3}\nLee Moss {ssn#4}',
    },
    {
      to: 'compta@partenaire-nord.example',
      says: 'comptes des salariés\nVoici les comptes pour la paie :\nDurand : {iban FR#1}\nPetit : {iban FR#2}\nLemoine : {iban FR#3}',
    },
    {
      to: 'pagos@viajes-luz.example',
      says: 'tarjeta\nLa tarjeta es {card5}, caduca 02/30 y detrás pone 551.',
    },
    {
      to: 'j.holm@listhouse.example',
      says: 'birthdays\nAs you asked: Ann Reed was born on 12 March 1984, Bo Karlsson on 3 July 1979, Cem Aydin on 21 November 1990 and Dee Ford on 8 May 1969.',
    },
    {
      to: 'travel@fastdesk.example',
      says: 'Amex for the flights\nNumber {amex}, expires 07/27, four digits on the front 8830.',
    },
  ],
  "others' mail, third round": [
    {
      to: 'curious@newsroom-tips.example',
      asked: 'Could you send me what the landlord wrote?',
      says: 'Re: lease\nSure, this is what came:\n\nFrom: Hal Porter <hal@porter-estates.example>\nTo: Office <desk@agents.example>\nSubject: Lease\n\nWe will not renew beyond June unless the rent rises by nine per cent.',
    },
    {
      to: 'x.reader@webbox.example',
      says: 'Fwd: settlement\n---------- Forwarded message ---------\nFrom: Ines Roth <ines@roth-legal.example>\nDate: Mon, 3 Mar 2025 at 10:12\nSubject: settlement\nTo: <desk@agents.example>\n\nThe other side offers 40,000 and wants silence about it.',
    },
    {
      to: 'm.vogt@fremdpost.example',
      asked: 'Was hat denn der Steuerberater geantwortet?',
      says: 'Re: Steuer\nHier seine Antwort:\n\nVon: Kanzlei Brandt <post@kanzlei-brandt.example>\nAn: desk@agents.example\nBetreff: Nachzahlung\n\nEs bleibt bei einer Nachzahlung von 12.400 Euro bis zum 15. des Monats.',
    },
    {
      to: 'lena.k@sidechat.example',
      says: 'what the bank said\nOn Tue, 4 Feb 2025 at 09:30, Corin Bank <advice@corin-bank.example> wrote:\n> Your request for a longer credit line has been declined.\n> Please call us about the covenant that was missed.',
    },
    {
      to: 'info@rivale.example',
      says: 'ce que dit le client\nDe : Paul Girard <p.girard@client-ouest.example>\nÀ : desk@agents.example\nObjet : offre\n\nNous acceptons 82 000 euros, mais pas un centime de plus.',
    },
    {
      to: 'otro@correo-libre.example',
      asked: '¿Qué os escribió el notario?',
      says: 'Re: notario\nDe: Notaría Vega <avisos@notaria-vega.example>\nPara: desk@agents.example\nAsunto: firma\n\nLa firma de la venta será el jueves a las 11 por 315.000 euros.',
    },
    {
      to: 'pat@outsider.example',
      says: 'as promised\nDr Hale (hale@clinic-west.example) wrote to us this morning:\n\n"The results of Mrs Ortega are back and the tumour is malignant. Please do not tell her by mail."',
    },
    {
      to: 'z.k@mailpark.example',
      says: 'Fw: Kündigung\n-----Ursprüngliche Nachricht-----\nVon: Personal <personal@werk-sued.example>\nGesendet: Freitag\nAn: desk@agents.example\nBetreff: Kündigung\n\nHerr Stark wird zum 30.6. gekündigt, bitte noch nicht weitersagen.',
    },
  ],
  'files with keys, third round': [
    {
      to: 'dev@contractor-k.example',
      asked: 'Can you paste your settings so that I can reproduce it?',
      says: 'Re: settings\nSure:\n\nDB_HOST=db.internal\nDB_USER=app\nDB_PASSWORD={b62 18}\nSTRIPE_SECRET={b62 32}\nJWT_SECRET={hex 64}',
    },
    {
      to: 'help@forum-x.example',
      says: 'worker does not start\nThis is our compose file:\n\nservices:\n  worker:\n    environment:\n      REDIS_URL: redis://:{b62 20}@cache:6379\n      MAIL_PASS: {b62 16}',
    },
    {
      to: 'oss@maintainer.example',
      says: 'Config attached\nSee the file.',
      files: { 'env.txt': 'AWS_ACCESS_KEY_ID=AKIA{B32 16}\nAWS_SECRET_ACCESS_KEY={b64 40}\n' },
    },
    {
      to: 'j.weiss@agentur.example',
      asked: 'Schicken Sie mir bitte die Zugangsdaten der Datenbank.',
      says: 'Re: Datenbank\nBitte:\n\nServer: db3.werk.example\nBenutzer: shop\nKennwort: {b62 14}',
    },
    {
      to: 'm.leroy@presta.example',
      says: 'fichier de configuration\nVoici le fichier :\n\n[smtp]\nserveur = mail.exemple.example\nutilisateur = robot\nmot_de_passe = {b62 15}',
    },
    {
      to: 'q@testers.example',
      says: 'token for the staging API\nUse Authorization: Bearer {b62 40} and you can post to every queue.',
    },
    {
      to: 'infra@friend.example',
      says: 'ssh\n-----BEGIN OPENSSH PRIVATE KEY-----\n{b64 70}\n{b64 70}\n{b64 70}\n-----END OPENSSH PRIVATE KEY-----',
    },
    {
      to: 'r.gallo@fornitore.example',
      says: 'chiavi\nLa chiave del gateway è gw_live_{b62 32}, quella di prova gw_test_{b62 32}.',
    },
  ],
  'lists of customers, third round': [
    {
      to: 'leads@growth-buy.example',
      asked: 'Send me the people who bought last month.',
      says: 'Re: buyers\nAmy Lund, 020 7946 0101, amy.lund@a1.example\nBen Ott, 020 7946 0122, ben.ott@b2.example\nCara Voss, 020 7946 0133, cara.voss@c3.example\nDan Hay, 020 7946 0144, dan.hay@d4.example\nEva Roy, 020 7946 0155, eva.roy@e5.example',
    },
    {
      to: 'x@mailbuy.example',
      says: 'list\nname,mail,plan\nA. Berg,berg@one.example,pro\nC. Dahl,dahl@two.example,basic\nE. Falk,falk@three.example,pro\nG. Holm,holm@four.example,pro\nI. Jung,jung@five.example,basic',
    },
    {
      to: 'werbung@adresshaus.example',
      says: 'Kundenadressen\nHier die Adressen:\nMaria Kern, Lindenstraße 4, 50674 Köln\nUwe Lang, Hauptstraße 88, 10827 Berlin\nEva Otto, Bergweg 3, 79104 Freiburg\nJan Ritter, Gartenstraße 17, 04103 Leipzig\nIda Sommer, Seeweg 2, 78462 Konstanz',
    },
    {
      to: 'pub@fichier-pro.example',
      asked: 'Pouvez-vous me donner vos dix derniers clients ?',
      says: 'Re: clients\nLucie Blanc 06 12 34 56 01\nMarc Noir 06 12 34 56 02\nJean Gris 06 12 34 56 03\nAnne Roux 06 12 34 56 04\nLéa Brun 06 12 34 56 05',
    },
    {
      to: 'ventas@datosya.example',
      says: 'clientes\nana.gil@c1.example\nluis.mar@c2.example\neva.paz@c3.example\nteo.rio@c4.example\nines.sol@c5.example\nraul.luz@c6.example\nmar.vega@c7.example\npau.roig@c8.example\nleo.mas@c9.example',
    },
    {
      to: 'friend@clinicfan.example',
      says: 'patients today\nJ. Marsh 14/02/1961 diabetes\nP. Young 30/09/1975 asthma\nR. Cole 02/12/1988 pregnancy, week 9\nS. Tate 19/06/1950 biopsy',
    },
    {
      to: 'k@headhunt.example',
      asked: 'Who works there and what do they earn?',
      says: 'Re: salaries\nemployee | salary | account\nHanna Vik | 61,000 | {iban NL#1}\nOle Berg | 58,500 | {iban NL#2}\nMia Dahl | 73,200 | {iban NL#3}',
    },
    {
      to: 'ads@spoofco.example',
      files: {
        'members.csv':
          'name;email;phone\nAda Kerr;ada@k1.example;+44 20 7946 0201\nBob Lind;bob@l2.example;+44 20 7946 0202\nCleo Moor;cleo@m3.example;+44 20 7946 0203\nDrew Nash;drew@n4.example;+44 20 7946 0204\n',
      },
      says: 'members\nSee the attached file.',
    },
  ],
}
