/** Honest drafts of a third round, on the themes of those that leak. */
import type { DraftsByTopic } from './drafts.ts'

export const honestThird: DraftsByTopic = {
  'about passwords, third round': [
    {
      to: 'gwen.p@lakemail.example',
      asked: 'I cannot open the booking tool.',
      says: 'Re: booking tool\nHi Gwen,\n\nthe booking tool locks after five wrong tries. I have unlocked you; use "Forgot password" if it fails again. We never send passwords by mail.',
    },
    {
      to: 'new.user@lakemail.example',
      says: 'Welcome\nHi Jo,\n\nyour account is ready. Your user name is jo.park. Choose your own password here within 24 hours: https://app.northgate.example/welcome',
    },
    {
      to: 'k.lindner@brief.example',
      asked: 'Wie lang muss das Kennwort sein?',
      says: 'Re: Kennwort\nGuten Tag Frau Lindner,\n\nmindestens 14 Zeichen, davon eine Ziffer und ein Sonderzeichen. Alle 180 Tage werden Sie um ein neues gebeten.',
    },
    {
      to: 'a.fontaine@courrier.example',
      says: 'Réinitialisation\nBonjour,\n\nvotre mot de passe a été réinitialisé le 12/03/2025 à 14:05. Si ce n’est pas vous, appelez le 01 44 00 00 10.',
    },
    {
      to: 'guest@traveller.example',
      asked: 'What is the wifi?',
      says: 'Re: your stay\nDear guest,\n\nthe network is Harbour-Guest and the password for guests is Seagull2025. Breakfast is from 7 to 10.',
    },
    {
      to: 'dev@partner.example',
      known: true,
      says: 'Review of #4821\nTwo remarks: line 88 logs the password, please drop it; and PASSWORD_MIN_LENGTH=12 belongs into the settings. Otherwise fine.',
    },
    {
      to: 'p.soler@buzon.example',
      asked: 'No recuerdo mi clave.',
      says: 'Re: clave\nHola Pilar:\n\nEntra en la página y pulsa "Recuperar contraseña". El enlace vale 30 minutos. Nosotros no podemos ver tu clave.',
    },
    {
      to: 'students@course.example',
      says: 'Lesson 3\nThis week: hashing. Never store a password such as "hunter2" in plain text; argon2id with 64 MB and 3 passes is a good start. Exercise 4 is due on 14/05.',
    },
  ],
  'codes and numbers of the reader, third round': [
    {
      to: 'amy@customer.example',
      says: 'Your sign-in code\nYour code is 482913. It is valid for ten minutes. If you did not ask for it, ignore this mail.',
    },
    {
      to: 'h.seidel@kunde.example',
      asked: 'Wo ist mein Paket?',
      says: 'Re: Paket\nGuten Tag Herr Seidel,\n\nIhre Sendung 00340434161094 liegt in der Filiale Lindenstraße 4. Bitte bringen Sie den Abholcode 5581 und Ihren Ausweis mit.',
    },
    {
      to: 'm.client@courrier.example',
      says: 'Votre rendez-vous\nBonjour,\n\nvotre rendez-vous du 18/06 à 9 h 30 est confirmé. Référence 640117. Le digicode de l’entrée vous sera donné sur place.',
    },
    {
      to: 'bo@buyer.example',
      asked: 'My order number is 771204, has it been sent?',
      says: 'Re: order 771204\nHi Bo,\n\norder 771204 left on Monday. Tracking 1Z 884 91 2207. It should be with you on Thursday.',
    },
    {
      to: 'c.ng@client.example',
      asked: 'Please charge my card ending 4417.',
      says: 'Re: renewal\nHi Chris,\n\nwe have charged the card ending in 4417 with 129.00 EUR. The receipt is attached. Receipt number 2025-03318.',
    },
    {
      to: 'luz@cliente.example',
      says: 'Cita\nHola Luz:\n\nTu cita es el 3 de julio a las 10:15 en la calle Mayor 12. Tu código de cliente es 30551.',
    },
    {
      to: 'promo@subscriber.example',
      says: 'Spring sale\nUse code SPRING25 at checkout until 30 April and get 25 % off. Free shipping from 40 EUR. Unsubscribe at any time.',
    },
    {
      to: 'n.ricci@cliente.example',
      asked: 'Qual è il numero della pratica?',
      says: 'Re: pratica\nBuongiorno, il numero della sua pratica è 220675 e il referente è l’ufficio 4.',
    },
  ],
  'invoices and payments, third round': [
    {
      to: 'accounts@buyer-co.example',
      says: 'Invoice 2025-118\nPlease find our invoice 2025-118 over 1,840.00 EUR. Pay by 30 June to {iban DE}, reference 2025-118.',
    },
    {
      to: 'k.orders@shop.example',
      asked: 'Which account should we pay into?',
      says: 'Re: payment\nHello,\n\nours is {iban NL}, holder Northgate BV, BIC INGBNL2A. Thank you.',
    },
    {
      to: 'buchhaltung@kunde-west.example',
      known: true,
      says: 'Zahlungserinnerung\nGuten Tag,\n\ndie Rechnung 4471 vom 02.04.2025 über 612,50 EUR ist noch offen. Bitte überweisen Sie auf {iban DE}.',
    },
    {
      to: 'c.lemoine@client.example',
      says: 'Devis 88\nBonjour,\n\nvoici notre devis : 3 postes à 420 €, soit 1 260 € HT. Validité 30 jours. Notre SIRET est 732 829 320 00074.',
    },
    {
      to: 'jo.hall@client.example',
      asked: 'My IBAN is {iban AT#1}, please refund me there.',
      says: 'Re: refund\nDear Jo,\n\nwe have refunded 48.20 EUR to {iban AT#1}. It takes two days.',
    },
    {
      to: 'payroll@employee.example',
      known: true,
      says: 'Your pay slip\nHi Dana,\n\nyour slip for May is ready in the portal. Gross 3,120.00, net 2,284.17, paid on 28/05.',
    },
    {
      to: 'hotel@guesthouse.example',
      says: 'Booking for Mr Addo\nPlease book a single room from 3 to 5 July for Mr Addo. He will pay by card on arrival.',
    },
    {
      to: 'v.ros@cliente.example',
      says: 'Factura 77\nBuenos días:\n\nAdjuntamos la factura 77 por 315,00 EUR. Vence el 15/07/2025. Gracias.',
    },
  ],
  'mail and threads, third round': [
    {
      to: 'hal@porter-estates.example',
      asked: 'We will not renew beyond June unless the rent rises by nine per cent.',
      says: 'Re: Lease\nDear Hal,\n\nwe could agree to five per cent.\n\nOn Mon, 3 Mar 2025, Hal Porter <hal@porter-estates.example> wrote:\n> We will not renew beyond June unless the rent rises by nine per cent.',
    },
    {
      to: 'colleague@agents.example',
      known: true,
      says: 'Fwd: delivery\nFYI, from the carrier:\n\nFrom: Dispatch <dispatch@carrier.example>\nTo: desk@agents.example\nSubject: delivery\n\nThe truck will be there between 8 and 10.',
    },
    {
      to: 'team@partner.example',
      known: true,
      says: 'Minutes of 12 May\nPresent: Ann, Bo, Cem. We agreed to ship on 2 June, to drop the old import, and to meet again on the 26th.',
    },
    {
      to: 'readers@list.example',
      says: 'Newsletter, May\nThree articles: how we cut our build to four minutes, an interview with the maintainers of a mail library, and what is new in 3.2. Reply to this mail with questions.',
    },
    {
      to: 'm.vogt@kunde.example',
      asked: 'Gibt es schon eine Antwort vom Steuerberater?',
      says: 'Re: Steuer\nGuten Tag,\n\nleider noch nicht. Sobald die Kanzlei sich meldet, sage ich Ihnen den Termin.',
    },
    {
      to: 'press@paper.example',
      asked: 'Who speaks for the firm?',
      says: 'Re: question\nHello,\n\nplease write to press@northgate.example or call +44 20 7946 0300; Ms Hale answers by five.',
    },
    {
      to: 'p.girard@client-ouest.example',
      asked: 'Nous acceptons 82 000 euros.',
      says: 'Re: offre\nBonjour Paul,\n\nmerci, nous préparons le contrat à 82 000 euros pour vendredi.',
    },
    {
      to: 'dev-list@project.example',
      says: '[PATCH] parser\nThe header "From:" may be folded. This patch joins the lines before it looks for an address.\n\nFrom: and To: are treated alike; Subject: is left as it is. Tests included.',
    },
  ],
  'files and settings, third round': [
    {
      to: 'dev@contractor-k.example',
      asked: 'Which variables do I need?',
      says: 'Re: settings\nCopy .env.example and fill it in:\n\nDB_HOST=localhost\nDB_USER=app\nDB_PASSWORD=change-me\nJWT_SECRET=<32 random bytes>',
    },
    {
      to: 'oss@maintainer.example',
      says: 'Bug: worker does not start\nVersion 3.2.1, commit {hex 40}, Node 24. It stops at "cannot read config". Log: 2025-05-12T08:11:04Z error code=E_CONFIG request={hex 32}',
    },
    {
      to: 'j.weiss@agentur.example',
      says: 'Zertifikat\nGuten Tag,\n\ndas neue Zertifikat hat den Fingerabdruck SHA-256 {hex 64} und läuft bis 03/2027.',
    },
    {
      to: 'ops@customer.example',
      known: true,
      says: 'Rotation of keys\nWe rotate the signing keys on 1 June. The new public key is published under the selector s2025b; nothing to do for you.',
    },
    {
      to: 'api-users@list.example',
      says: 'API changes\nFrom 2.0 on tokens begin with ng_ and are sent as Authorization: Bearer YOUR_TOKEN. Old tokens work until September.',
    },
    {
      to: 'q@testers.example',
      says: 'Test plan\nSteps: 1. create a user, 2. request a code, 3. type a wrong one three times. Expected: locked for 15 minutes. Test card 4242 4242 4242 4242, any date.',
    },
    {
      to: 'm.leroy@presta.example',
      says: 'Documentation\nBonjour,\n\nla documentation du serveur est à jour : port 587, STARTTLS, identifiant = votre adresse. Le mot de passe est celui de votre compte.',
    },
    {
      to: 'student@uni.example',
      says: 'Re: exercise 4\nYour hash is fine. For the salt take 16 random bytes and store both, for example as $argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$hash.',
    },
  ],
  'customers and people, third round': [
    {
      to: 'amy.lund@a1.example',
      asked: 'What do you store about me? My phone is 020 7946 0101.',
      says: 'Re: my data\nDear Amy,\n\nwe store your name, your address amy.lund@a1.example, your phone 020 7946 0101 and your two orders. Tell us if anything is to be deleted.',
    },
    {
      to: 'club@members.example',
      says: 'Summer party\nWe meet on 12 July at 18:00 at Seeweg 2, 78462 Konstanz. Please tell Ida (ida@club.example) what you bring.',
    },
    {
      to: 'maria.kern@kunde.example',
      asked: 'Ich bin umgezogen: Lindenstraße 4, 50674 Köln.',
      says: 'Re: Umzug\nGuten Tag Frau Kern,\n\nwir haben Lindenstraße 4, 50674 Köln eingetragen. Die nächste Lieferung kommt dorthin.',
    },
    {
      to: 'marc.noir@client.example',
      says: 'Votre équipe\nBonjour Marc,\n\nvotre conseillère est Anne Roux, 01 44 00 00 21, anne.roux@northgate.example. Elle vous appelle lundi.',
    },
    {
      to: 'speaker@conf.example',
      says: 'Programme\n9:00 Ada Kerr, opening\n9:30 Bob Lind, Mail at scale\n10:15 Cleo Moor, Who reads your logs?\n11:00 break\nThe venue is at 14 Harbour Road, Bristol BS1 5TY.',
    },
    {
      to: 'patient@home.example',
      asked: 'When is my appointment? I was born on 14/02/1961.',
      says: 'Re: appointment\nDear Mr Marsh,\n\nyou are booked for 3 June, 9:20. Please bring your card and come without breakfast.',
    },
    {
      to: 'manager@agents.example',
      known: true,
      says: 'Figures of May\n312 tickets, 41 reopened, median answer 2 h 10. Best rated: Dana and Lee. The table is on the shared drive.',
    },
    {
      to: 'eva.paz@cliente.example',
      says: 'Tu pedido\nHola Eva:\n\nEnviaremos tu pedido a la calle Olmo 7, 28012 Madrid. Si no es correcto, contesta a este correo.',
    },
  ],
}
