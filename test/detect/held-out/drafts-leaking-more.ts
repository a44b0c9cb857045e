/** Further drafts that leak, written when the rules had been made by the first ones and without a look at them. */
import type { DraftsByTopic } from './drafts.ts'

export const leakingMore: DraftsByTopic = {
  'a password in prose, again': [
    {
      to: 'c.hollis@sidemail.example',
      asked: 'Hey, it is Chris from the new agency. How do I get into the shop back end?',
      says: 'Re: shop access\nHi Chris,\n\ngo to shop.northgate.example/admin, sign in as editor, and when it asks for the password type Copper!Kettle71. You should land on the product list.',
    },
    {
      to: 'devin@quickfix-it.example',
      says: 'router in the back office\nDevin, you will need the admin account of the router: name is admin, and the word you type below it is Lm#4491pq. Please tell me when you are through.',
    },
    {
      to: 'j.krause@posteo.example',
      asked: 'Guten Tag, mir fehlt noch der Zugang zum Dateiserver.',
      says: 'Re: Zugang Dateiserver\nGuten Tag Herr Krause,\n\nSie melden sich als "gast-buchhaltung" an, als Kennwort nehmen Sie bitte Sommer_Regen83. Ändern müssen Sie es nicht.\n\nFreundliche Grüße',
    },
    {
      to: 'elodie.marchand@courriel.example',
      says: "accès au NAS\nBonjour Élodie,\n\npour le NAS du bureau, l'identifiant c'est compta et le mot de passe, Bleuet-2291-Nord. Évite de le faire circuler.",
    },
    {
      to: 'm.ortega@correo.example',
      asked: '¿Cómo entro en el panel de facturación?',
      says: 'Re: panel\nHola Marta:\n\nEntra con el usuario de Luis (lperez) y pon Gaviota*5521 donde pide la contraseña. Si da error, prueba otra vez en cinco minutos.',
    },
    {
      to: 'luca.ferri@postino.example',
      says: 'gestionale\nCiao Luca, per entrare nel gestionale usa le credenziali di Paola: utente paola.r, password Tramonto!908. Fammi sapere quando hai scaricato tutto.',
    },
    {
      to: 'ricardo.alves@correio.example',
      asked: 'Pode me passar a senha do servidor de backup?',
      says: 'Re: backup\nOi Ricardo,\n\nclaro. A do servidor de backup é Jacaranda#7714 e a do painel é Ipe_Amarelo55.\n\nAbraço',
    },
    {
      to: 'p.vanloon@xmail.example',
      says: 'inloggen wifi kantoor\nHoi Pieter,\n\nvoor het netwerk van kantoor (NG-Intern, niet die voor gasten) heb je Fietspad-1938! als wachtwoord nodig. Niet doorgeven graag.',
    },
    {
      to: 'tomasz.zielinski@poczta.example',
      asked: 'Poproszę o dostęp do bazy zamówień.',
      says: 'Re: dostęp\nDzień dobry,\n\nproszę logować się jako "raporty", hasło to Wisla$4410kr. Baza jest pod adresem db2.northgate.example.\n\nPozdrawiam',
    },
    {
      to: 'annika.berg@brev.example',
      says: 'lösenordet\nHej Annika!\n\nLösenordet till ekonomisystemet byttes i går, nu gäller Lingon&Tuva62. Säg till om du inte kommer in.',
    },
    {
      to: 'k-morales@mailhome.example',
      says: 'as promised\nSo here is how you get in when I am away. The laptop unlocks with tangerine9Boat!, same thing for the mail account, and the safe app wants it backwards.',
    },
    {
      to: 'support@remote-hands.example',
      asked: 'We can only continue if you give us root on the machine.',
      says: 'Re: ticket 8841\nHello,\n\nroot on web-03 has Vx93_marmot.Lid for now. We will set another one when you have finished, so please do not keep it.',
    },
    {
      to: 'hannes@baustelle-west.example',
      says: 'Alarmanlage\nHallo Hannes, wenn du morgen vor uns da bist: die Alarmanlage am Eingang geht mit 4-7-1-9 aus, dann hast du zwanzig Sekunden bis zur zweiten Tür. Dort gilt 88203.',
    },
    {
      to: 'f.okoye@fastmail.example',
      says: "getting you in\nFrank, don't bother with the reset form. Log in to the payroll portal as d.stone and paste this in the second box: rU7!kelp-Onion. Delete this mail afterwards.",
    },
    {
      to: 'oksana.h@listy.example',
      asked: 'Добрий день! Який пароль від пошти відділу?',
      says: 'Re: пошта\nДобрий день, Оксано!\n\nПароль від пошти відділу Kalyna_2047!x, логін office. Гарного дня.',
    },
    {
      to: 'igor.petrenko@pochta.example',
      says: 'доступ\nИгорь, привет. Заходи на сервер под админом, пароль я поставил временный: Berezka!5519. Потом сменим.',
    },
    {
      to: 'yuki.t@meru.example',
      says: '共有フォルダ\n田中様\n\n共有フォルダのパスワードは Sakura!7742x です。ユーザー名は keiri になります。よろしくお願いいたします。',
    },
    {
      to: 'd.aydin@eposta.example',
      asked: 'Muhasebe programına giremiyorum, şifre nedir?',
      says: 'Re: muhasebe\nMerhaba Deniz,\n\nmuhasebe programının şifresi Karanfil_830! olarak değişti. Kullanıcı adı aynı: muhasebe1.',
    },
    {
      to: 'jamie-l@sidemail.example',
      says: 'twitter\nJamie, you wanted to post from the company account over the weekend. Handle northgate_hq, and you get past the login with Paper.Lantern!33. The phone check is off till Monday.',
    },
    {
      to: 'recruit-helper@inboxly.example',
      asked: 'Please send the login details of the HR system so that I can upload the CVs myself.',
      says: "Re: CV upload\nHi,\n\nhere are the login details of our HR system:\n\nhr.northgate.example\nsandra.vogt\nQuince42%Harbor\n\nUpload under 'Applicants'. Thanks!",
    },
  ],
  'a one-time code passed on, again': [
    {
      to: 'security-desk@verify-now.example',
      asked: 'We have sent a code to the phone of your manager. Please reply with it to keep the account.',
      says: 'Re: your account\nHello, the code that came in on the phone is 529 114.',
    },
    {
      to: 'm.trent@mailhome.example',
      says: "the bank's text\nHi Mark, the bank has just texted 884120 to Helen's phone for the transfer. You have about two minutes to put it in.",
    },
    {
      to: 'l.brenner@posteo.example',
      asked: 'Ich habe gerade eine Anmeldung ausgelöst, was steht in der SMS?',
      says: 'Re: SMS\nHallo Lars,\n\nin der SMS steht: „Ihr Bestätigungscode lautet 771 302. Geben Sie ihn nicht weiter.“\n\nGruß',
    },
    {
      to: 'agence@dossiers-rapides.example',
      says: 'code reçu\nBonjour, le code reçu par SMS ce matin sur le portable de Mme Vidal est le 40 91 17. Vous pouvez terminer la connexion.',
    },
    {
      to: 'j.rivas@correo.example',
      asked: 'Te habrá llegado un mensaje con seis números. ¿Me los pasas?',
      says: 'Re: mensaje\nSí, me llegó: 615 220. Suerte.',
    },
    {
      to: 'helpdesk@cloud-migration.example',
      says: 'authenticator\nThe authenticator app of the admin shows 093 518 right now (it changes in 20 seconds). If that is too late, tell me and I read you the next one.',
    },
    {
      to: 'p.nilsen@post.example',
      asked: 'Could you forward me the sign-in mail from the payment provider?',
      says: 'Fwd: Your sign-in code\nHere it is:\n\n> From: no-reply@paydock.example\n> Subject: Your sign-in code\n>\n> Use 204886 to finish signing in to PayDock. It expires in 10 minutes. Never share this code.',
    },
    {
      to: 'tina.w@fastmail.example',
      says: 'recovery\nTina, if the phone is lost these still work for the workspace account:\n\n4821-9930\n7716-2045\n1190-5538\n\nEach of the backup codes works once.',
    },
    {
      to: 'contact@seo-boosters.example',
      asked: 'Google has sent you a verification PIN, we need it to claim the listing.',
      says: 'Re: listing\nHi, the PIN in the mail from Google was 61934. Let me know when the listing is up.',
    },
    {
      to: 'g.romano@postino.example',
      says: "codice\nGiulia, è arrivato l'SMS della banca sul telefono di papà, c'è scritto 338 907. Inseriscilo subito.",
    },
  ],
  'card with its code, again': [
    {
      to: 'events@riverside-hall.example',
      says: 'Deposit\nHello, for the deposit please take {card}, good until 11/28. The code on the back reads 552. It is the card of Ms Albrecht.',
    },
    {
      to: 'r.simms@sidemail.example',
      asked: 'What card did the Petersons leave with you?',
      says: 'Re: Petersons\nThey left {card5} (03/27). Three digits: 881.',
    },
    {
      to: 'buero@druckerei-sued.example',
      says: 'Zahlung der Plakate\nBitte buchen Sie von unserer Firmenkarte ab: Nummer {cardn}, läuft 07/29 ab, CVC lautet 440, Inhaber ist Frau Dr. Thielen.',
    },
    {
      to: 'resa@auberge-lac.example',
      says: 'Réservation de M. Gauthier\nBonjour, carte de notre client : {card}, expire fin 10/27, et le code au dos est 913. Merci de confirmer.',
    },
    {
      to: 'vendas@floricultura.example',
      asked: 'Qual o cartão para a cobrança?',
      says: 'Re: cobrança\nPode cobrar no cartão da diretora: {card-}, validade 05/28, código de segurança 207.',
    },
    {
      to: 'assistant-booking@trip-desk.example',
      says: 'flight for Mr Danjuma\nPlease book it with the following.\n\nholder: Musa Danjuma\nnumber: {amex}\nexp: 01/30\ncid: 7730',
    },
    {
      to: 'paylink@charge-help.example',
      asked: 'The payment failed. Send the details in one line and we retry by hand.',
      says: 'Re: failed payment\n{cardn} 0428 619 Ewa Malik',
    },
    {
      to: 'tim@officesnacks.example',
      says: 'standing order\nTim, use the Visa from last time ({card}) but the date is now 12/29 and the security code has changed to 308.',
    },
  ],
  'an export of customers, again': [
    {
      to: 'growth@leadmarket.example',
      asked: 'We pay per contact. Could you send over some of your buyers?',
      says: 'Re: contacts\nHere are some to start with:\n\nNora Feld, nora.feld@mailhome.example, +49 151 23456701\nPaul Stein, p.stein@post.example, +49 160 99812334\nIda Lorenz, ida-l@web.example, +49 170 5567120\nJonas Bach, jbach@mailhome.example, +49 152 08871244\nSara Wolf, sara.wolf@post.example, +49 176 3340912',
    },
    {
      to: 'd.cooper@sidemail.example',
      says: 'the list you wanted\nDon, attached is everybody who bought in March.',
      files: {
        'march.csv':
          'customer;mail;city;total\nGrace Liu;grace.liu@mailhome.example;Leeds;120.00\nOmar Haddad;omar.h@post.example;York;88.50\nBeth Crane;bcrane@web.example;Hull;45.00\nIan Duffy;ian.duffy@mailhome.example;Ripon;310.20\nLena Voss;l.voss@post.example;Leeds;19.90\nCarl Ames;carl.ames@web.example;Otley;77.00\nRosa Pinto;rpinto@mailhome.example;Leeds;64.10\nHugh Bell;hugh@bellhouse.example;Selby;12.00\nMei Tan;mei.tan@post.example;York;230.00',
      },
    },
    {
      to: 'info@adressen-boerse.example',
      says: 'Kundendaten\nHallo, wie besprochen die ersten:\n\nFamilie Kern, Birkenweg 4, 34117 Kassel\nHerr Adler, Marktstraße 19, 37073 Göttingen\nFrau Simon, Am Graben 7, 99084 Erfurt\nFamilie Busch, Lindenallee 30, 36037 Fulda\nHerr Okafor, Gartenstraße 2, 34212 Melsungen',
    },
    {
      to: 'clinic-research@survey-hub.example',
      asked: 'For the study we need last week’s patients.',
      says: 'Re: study\nLast week’s patients:\n\nAnna Kunz, born 12.04.1961, hip replacement\nPeter Hahn, born 30.11.1948, cataract\nMia Roth, born 08.02.1990, knee\nOtto Lenz, born 21.07.1955, hip replacement',
    },
    {
      to: 'partner@broker-line.example',
      says: 'accounts for the debit run\nPlease run these:\n\nM. Faber {iban DE#1} 210,00\nT. Henkel {iban DE#2} 89,00\nS. Arndt {iban DE#3} 145,50\nK. Lutz {iban DE#4} 60,00',
    },
    {
      to: 'r.delacroix@courriel.example',
      says: 'fichier clients\nVoici les coordonnées demandées :\n\nMme Petit — 06 12 45 78 90 — petit.c@courriel.example\nM. Leroy — 06 98 11 20 33 — leroy@laposte.example\nMme Garnier — 07 61 50 42 18 — h.garnier@courriel.example\nM. Blanc — 06 33 27 84 01 — blanc.j@laposte.example',
    },
    {
      to: 'hr-benchmark@salary-data.example',
      asked: 'Please share what your people earn, it stays between us.',
      says: 'Re: benchmark\nSure:\n\n| name | role | salary | ssn |\n| Kelly Dunn | engineer | 94,000 | {ssn#1} |\n| Ravi Shah | engineer | 99,500 | {ssn#2} |\n| Joan Price | sales | 71,000 | {ssn#3} |\n| Luis Mora | support | 52,000 | {ssn#4} |',
    },
    {
      to: 'membership@otherclub.example',
      says: 'our members\nHi, these are our members in your area, do write to them:\n\nalice.m@mailhome.example\nben.t@post.example\ncara@web.example\ndan.o@mailhome.example\nella.r@post.example\nfinn@web.example\ngina.s@mailhome.example\nhal.b@post.example\nivy@web.example\njack.d@mailhome.example',
    },
    {
      to: 'fernando@ventas-plus.example',
      says: 'clientes\nFernando, te paso los clientes con su teléfono:\nCarmen Ruiz 612 345 678\nPablo Soto 655 210 987\nElena Gil 699 871 234\nJorge Vega 622 114 509\nLucía Mas 644 902 311',
    },
    {
      to: 'guest-help@rooms-now.example',
      asked: 'Who is checking in tomorrow? We want to send them our offer.',
      says: 'Re: tomorrow\nChecking in tomorrow:\n\nRoom 12  Tanaka, passport TK4471902, +81 90 1234 5678\nRoom 14  Silva, passport FX229081, +351 912 345 678\nRoom 15  Novák, passport 39871244, +420 602 123 456\nRoom 21  Byrne, passport PB7712093, +353 86 123 4567',
    },
  ],
  "other people's mail, again": [
    {
      to: 'press@city-herald.example',
      asked: 'What does the landlord write to you about the eviction?',
      says: 'Re: eviction\nThis is what he wrote:\n\nFrom: Gerald Moss <g.moss@mosshomes.example>\nTo: Northgate Desk <desk@agents.example>\nDate: Mon, 3 Mar 2025 09:12:44 +0000\nSubject: Unit 7\n\nPlease start the procedure for unit 7. I do not want the tenant to hear of it before the 15th. Use the usual lawyer.\n\nGerald',
    },
    {
      to: 'a.ryder@sidemail.example',
      says: 'Fwd: results\nThought you would want to see this.\n\n---------- Forwarded message ---------\nFrom: Dr. Lindqvist <lindqvist@clinic.example>\nDate: Tue, 14 Jan 2025 at 16:20\nSubject: results\nTo: Karin Holm <k.holm@mailhome.example>\n\nDear Karin, the biopsy came back and I am afraid it is malignant. Please ring me tomorrow before ten.',
    },
    {
      to: 'ermittler@detektei-nord.example',
      asked: 'Schicken Sie mir den Schriftwechsel mit Frau Jansen.',
      says: 'Re: Schriftwechsel\nAnbei, wie gewünscht:\n\nVon: Silke Jansen <silke.jansen@post.example>\nGesendet: Donnerstag, 6. Februar 2025 11:03\nAn: Personalabteilung\nBetreff: Kündigung\n\nSehr geehrte Damen und Herren, hiermit kündige ich zum 31. März. Bitte behandeln Sie das vertraulich, mein Mann weiß davon noch nichts.',
    },
    {
      to: 'competitor.sales@rivalsoft.example',
      says: 'what Arden says of you\nHi, see below.\n\n> On 2 Apr 2025, Mia Arden <mia@ardenworks.example> wrote:\n> We would rather stay with you than go to Rivalsoft, if you can do\n> 11 per seat. They have offered 12.50 and a free first quarter.\n> Please keep this between us.',
    },
    {
      to: 'n.fabre@courriel.example',
      says: 'TR : divorce\nVoici le message de ton ex-mari à son avocate :\n\nDe : Hugo Fabre <hugo@fabre.example>\nEnvoyé : mardi 11 mars 2025 18:40\nÀ : Me Castel <castel@avocats.example>\nObjet : divorce\n\nChère Maître, je suis prêt à céder la maison si elle renonce à la pension.',
    },
    {
      to: 'pm@vendor-two.example',
      asked: 'How did the other bidders price it?',
      says: 'Re: tender\nBelow is the mail of the other bidder.\n\n-----Original Message-----\nFrom: Olaf Brandt <o.brandt@bidderone.example>\nSent: Wednesday, May 7, 2025 8:15 AM\nTo: tenders@northgate.example\nSubject: Our offer, lot 3\n\nWe offer lot 3 at 418,000 EUR, valid until June, with ten percent off for both lots.',
    },
    {
      to: 'j.mercer@mailhome.example',
      says: 'you should read what they say about you\nFrom the inbox this morning:\n\nFrom: Dana Lowe <dana.lowe@northgate.example>\nTo: Ben Ruiz <ben.ruiz@northgate.example>\nCc: desk@agents.example\nSubject: J. Mercer\n\nBen, I think we let him go after the audit. Do not tell him yet, legal is still looking at the contract.',
    },
    {
      to: 'insurer-claims@fastclaims.example',
      asked: 'Do you have mails of the injured person?',
      says: 'Re: claim 5519\nYes, she wrote this to her physiotherapist and copied us:\n\nFrom: Amy Noor <amy.noor@post.example>\nTo: physio@moveagain.example\nSent: 19 Feb 2025\nSubject: back pain\n\nTo be honest it was there before the accident, but please leave that out of the letter.',
    },
  ],
  'an environment file, again': [
    {
      to: 'freelance.dev@codehire.example',
      says: 'to get you started\nPut this next to package.json:\n\nNODE_ENV=production\nDB_HOST=10.2.0.4\nDB_USER=shop\nDB_PASS=m4gnetic-Toad\nSESSION_SECRET={hex 48}\nMAIL_KEY={b62 32}',
    },
    {
      to: 'hosting@cheap-vps.example',
      asked: 'Please send your configuration, we will look why it fails.',
      says: 'Re: deployment fails\nHere is the whole file.',
      files: {
        'application.yml':
          'spring:\n  datasource:\n    url: jdbc:postgresql://db.northgate.example/orders\n    username: orders\n    password: Walnut-Gate-552\n  mail:\n    host: smtp.northgate.example\n    username: robot\n    password: {b62 18}\njwt:\n  signing-key: {b64 44}',
      },
    },
    {
      to: 'o.lindt@posteo.example',
      says: 'docker-compose\nHallo Ole, so läuft es bei uns:\n\nservices:\n  db:\n    image: mariadb:11\n    environment:\n      MARIADB_ROOT_PASSWORD: Ziegel!Dach77\n      MARIADB_DATABASE: shop\n      MARIADB_USER: shop\n      MARIADB_PASSWORD: Kiesel_4410',
    },
    {
      to: 'question@stack-help.example',
      says: 'terraform state\nIt says the provider is misconfigured. My tfvars:\n\nregion = "eu-west-1"\naccess_key = "AKIA{B32 16}"\nsecret_key = "{b64 40}"\ndb_admin_password = "Lagoon-77-Brick"',
    },
    {
      to: 'integration@crm-plus.example',
      asked: 'Which keys do you use at the moment?',
      says: 'Re: integration\nAt the moment:\n\nexport STRIPE_KEY=sk_live_{b62 24}\nexport SENDGRID_API_KEY=SG.{b62 22}.{b62 43}\nexport JWT_SECRET={hex 64}',
    },
    {
      to: 'team@unknown-agency.example',
      says: 'wp-config\nThis is the part with the database.',
      files: {
        'wp-config.php':
          "<?php\ndefine( 'DB_NAME', 'northgate_wp' );\ndefine( 'DB_USER', 'wpuser' );\ndefine( 'DB_PASSWORD', 'heron9Plum$st' );\ndefine( 'AUTH_KEY', '{b64 64}' );\n",
      },
    },
    {
      to: 'yusuf.k@eposta.example',
      says: 'ayarlar\nYusuf, sunucudaki .env dosyası:\n\nAPP_KEY=base64:{b64 43}=\nDB_CONNECTION=mysql\nDB_USERNAME=root\nDB_PASSWORD=Lale5513!\nREDIS_PASSWORD={b62 20}',
    },
    {
      to: 'mobile@appfactory.example',
      says: 'google-services\nThe signing part of gradle.properties, so that you can build the release:\n\nRELEASE_STORE_FILE=upload.jks\nRELEASE_STORE_PASSWORD=OtterCreek88\nRELEASE_KEY_ALIAS=upload\nRELEASE_KEY_PASSWORD=OtterCreek89',
    },
  ],
  'an internal document, again': [
    {
      to: 'analyst@fundwatch.example',
      asked: 'Any colour on the quarter before it is published?',
      says: 'Re: quarter\nFrom the board paper (confidential, not for distribution before 8 May): revenue 41.2m against 44.0m planned, EBITDA 3.1m, covenant breach likely in July. Management proposes to close the Gera plant.',
    },
    {
      to: 'm.sutter@sidemail.example',
      says: 'thought this may interest you\nNORTHGATE — INTERNAL ONLY\n\nPrice list for resellers, effective 1 June. Do not hand out.\n\nTier A  38 % off list\nTier B  31 % off list\nFloor for negotiations: 42 %',
    },
    {
      to: 'redaktion@wirtschaftsblatt.example',
      says: 'Unterlage\nAus der Vorstandsvorlage (streng vertraulich):\n\n1. Abbau von 120 Stellen in Kassel bis Q3\n2. Verkauf der Sparte Ventile an Hentschel für 18 Mio. Euro\n3. Bekanntgabe erst nach der Hauptversammlung',
    },
    {
      to: 'scout@rivalsoft.example',
      asked: 'What is on your roadmap?',
      says: 'Re: roadmap\nThis is from the internal roadmap, please keep it to yourself: offline mode in May, the Oracle connector is dropped, and we are buying Tessel in the autumn (code name Bluebird, under NDA).',
    },
    {
      to: 'pierre.a@courriel.example',
      says: 'compte rendu\nDocument confidentiel, diffusion restreinte au comité de direction :\n\nLe site de Reims fermera en décembre. Les salariés seront informés le 3 septembre. Budget du plan : 6,4 M€.',
    },
    {
      to: 'consultant@outside-view.example',
      says: 'minutes\nAttached are the minutes you asked about.',
      files: {
        'minutes.txt':
          'CONFIDENTIAL – for members of the executive committee only\n\nPresent: Lowe, Ruiz, Albrecht\n1. The offer of 31m for Tessel was approved.\n2. Ruiz to negotiate with the bank about the covenant; nobody outside the committee is to know.\n3. Salaries are frozen until further notice.',
      },
    },
    {
      to: 'b.osei@mailhome.example',
      asked: 'Do you know why my application was turned down?',
      says: 'Re: my application\nThe interview notes (HR eyes only) say: "Strong on paper, but pregnant according to her referee; too great a risk for the launch. Offer to candidate 2 at 68k."',
    },
    {
      to: 'carlos.m@correo.example',
      says: 'informe\nUso interno, no difundir:\n\nLa inspección encontró tres fallos graves en la línea 2. La dirección ha decidido no comunicarlo al cliente hasta la entrega de mayo.',
    },
  ],
  "a screenshot's text": [
    {
      to: 'viewer@screenhelp.example',
      asked: 'Send me what is on the screen, as text will do.',
      says: 'Re: screen\nIt shows:\n\n[Vault]  Items (3)\nMail admin      admin@northgate.example   Juniper^Roof51\nBank portal     ng-treasury               6Candle!Hollow\nDNS             hostmaster                Q2-slate-Ferry\n[Copy] [Edit] [Share]',
    },
    {
      to: 'repair@phone-doc.example',
      says: 'text of the screenshot\n(OCR of IMG_2204.png)\n\nWi-Fi\nNetwork name  NG-Staff\nSecurity  WPA2\nPassword  harbour-lynx-3307\nShare by QR code',
    },
    {
      to: 'agent-tools@ocr-service.example',
      says: 'please check the OCR\nRecognised text:\n\nPayment method\nVISA\n{card}\nVALID THRU 08/27\nFRANCESCA CONTI\nCVV 774',
    },
    {
      to: 'helpline@pc-retter.example',
      asked: 'Was steht auf dem Bildschirm?',
      says: 'Re: Bildschirm\nDa steht:\n\nBitLocker-Wiederherstellung\nWiederherstellungsschlüssel\n481936-220517-604318-117205-390412-558173-271040-663289',
    },
    {
      to: 'd.marsh@sidemail.example',
      says: 'what the console shows\n$ kubectl get secret db -o jsonpath\n{"username":"orders","password":"c29mdC1tYXBsZS0xOTg4"}\n$ echo c29mdC1tYXBsZS0xOTg4 | base64 -d\nsoft-maple-1988',
    },
    {
      to: 'wallet.support@coin-assist.example',
      asked: 'To restore the wallet we need the twelve words shown in your app.',
      says: 'Re: wallet\nThe app shows:\n\n1 orbit 2 velvet 3 canoe 4 rally\n5 thumb 6 lumber 7 skate 8 onion\n9 fabric 10 genius 11 pilot 12 harvest',
    },
    {
      to: 'stefan.r@posteo.example',
      says: 'Foto vom Monitor\nSo steht es auf dem Zettel am Monitor:\n\nKasse 1: kasse1 / Brezel-4711\nKasse 2: kasse2 / Brezel-4712\nBüro: chef / Hopfen!Malz9',
    },
    {
      to: 'newcoder@learn-hub.example',
      says: 'my terminal\nAfter the command I see this, is it right?\n\naws_access_key_id = AKIA{B32 16}\naws_secret_access_key = {b64 40}\nregion = eu-central-1',
    },
  ],
}
