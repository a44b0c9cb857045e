/** The words of requests that would hand something of a mailbox's owner to somebody, by language, folded (see ../fold.ts). */

/** Words of a language, each list the alternatives of a pattern in the language of rule.ts. */
export interface AskWords {
  /** To hand over, as an order, a duty or a wish; not `sent`, not `sending`. */
  hand: string
  /** The same of a third person (`forwards`), which is an order only where the one who handles the mailbox is meant. */
  hands: string
  /** Stored mail, or what somebody else wrote. */
  mail: string
  /** Papers that firms also send each other. */
  papers: string
  /** People and how to reach them. */
  people: string
  /** What opens an account. */
  codes: string
  /** To let in, and to set up: rights, forwarding, addresses for recovery. */
  admit: string
  /** To put one's own bank details in place of known ones. */
  bank: string
  /** Whoever handles a mailbox, not named and not addressed. */
  handler: string
  /** To the one who asks: `me`, `in your reply`. */
  back: string
  /** Not, never. */
  not: string
  /** Who speaks of what he does himself: `I`, `we`. */
  self: string
}

/** Languages whose scripts put no spaces between words: these have no borders. */
export const unspaced: ReadonlySet<string> = new Set(['zh', 'ja'])

export const askWords: Readonly<Record<string, AskWords>> = {
  en: {
    hand: '(?:forward|send|deliver ~1cop(?:y|ies)|resend|copied|copy(?! of)|pass|relay|share|attach|upload|submit|hand (?:over|out)|give|supply|provide|transmit|quote|paste|route|redirect|bcc|disclose)|tell me|(?:have|get|want|need) ~8(?:sent|forwarded|copied|mailed) (?:over )?to|(?:type|put|write|include|enter) it ~2(?:in|into) ~1(?:answer|reply|response)|(?:e-?mail|text|mail) (?:me|us|them|him|her|the|all|your|every|any|each|a copy|it)',
    hands:
      'disclose|drop|export|mirror|discloses|drops|exports|mirrors|forwards|sends|copies|passes|relays|shares|attaches|uploads|submits|hands|gives|supplies|provides|transmits|quotes|pastes|routes|redirects|includes|returns|places|puts|posts|delivers|mails',
    mail: '(?:last|latest|most recent|recent|newest|previous|all|every|each|entire|whole|other|any) ~2(?:e-?mails?|mails?|messages?|letters?|threads?|conversations?|correspondence)|(?:two|three|five|ten) ~2(?:e-?mails|mails|messages|letters|threads|conversations)|(?:e-?mails?|mails?|messages?|letters|correspondence|everything) ~3(?:from|with|between|by) ~2(?:banks?|notary|lawyers?|solicitors?|counsel|auditors?|accountants?|tax|hr|payroll|manager|boss|ceo|clients?|customers?|suppliers?|vendors?|doctor|owner)|(?:whatever|everything|anything) ~3(?:arrives?|comes in|wrote|receives?)|(?:contents?|cop(?:y|ies)|transcript|history|text) of ~4(?:inbox|mailbox|mails?|e-?mails?|messages?|threads?|conversations?|calendar)|message ~3you ~1received|(?:each|every|all|any) (?:incoming|inbound) ~2(?:invoices?|bills?|orders?|documents?|payments?)|(?:thread|correspondence|conversation|exchange)s? (?:with|about)|subject lines|drafts folder',
    papers:
      '(?:last|latest|most recent|recent|previous|all|every|other|three|five|ten|two) ~4(?:invoices?|pay ?slips?|statements?|contracts?|receipts?|drafts?|attachments?|files|documents)|(?:travel|contract|tax|merger|board) (?:documents|papers)|(?:bank|account|pay(?:roll)?|card) (?:statements?|slips?|records)|(?:signed|current|draft) ~1(?:contract|agreement|lease)|(?:contract|agreement) with',
    people:
      '(?:(?:all|your|the|his|their|every) ~1contacts|contact list|address book|list of (?:the )?(?:people|persons|everyone|everybody) ~4(?:correspond\\w{0,4}|wr(?:ite|ote|itten)|mailed?)|(?:guest|customer|client|member|staff)[\\s-]lists?|list of ~2(?:customers|clients|guests|members|employees)|(?:addresses|phone numbers|contact details|names) of ~4(?:customers?|clients?|guests|members|employees|users?|contacts))',
    codes:
      '(?:(?:verification|security|login|log-in|sign-in|access|confirmation|authentication|one-time|two-factor|2fa|mfa|recovery|reset) (?:codes?|pass ?codes?|passwords?|pins?|links?)|(?:six|6|four|4|five|5|eight|8)-digit (?:codes?|numbers?|pins?)|otps?|password reset (?:e-?mails?|mails?|messages?|links?)|passwords?|credentials|api keys?|webhook secrets?|secret keys?|private keys?|access tokens?)',
    admit:
      '(?:(?:editor|admin(?:istrator)?|owner|member|full|write|read|delegate|reviewer) (?:rights?|access|permissions?|role)|recovery (?:address|e-?mail|phone)|forwarding (?:rule|address)|auto-?forward(?:ing)?|(?:grant|give) ~4(?:access|rights|permissions?)|add ~6(?:as ~2(?:an? )?(?:editor|admin|owner|delegate|member|collaborator)|to the people who)|share ~4(?:folder|drive|calendar|document)|(?:invite|add) ~4(?:to the (?:workspace|channel|folder|repository|organi[sz]ation)))',
    bank: '(?:change|changes|alter|alters|replac(?:e|es|ing)|updat(?:e|es|ing)|overwrit(?:e|es|ing)|swap|use) ~6(?:bank (?:account|details)|account details|remittance (?:details|account)|payment details|iban)|account details printed ~3section|(?:pay|settle|transfer|wire|remit) ~9(?:this time|from now on|instead of|not to the|rather than|in place of|as our (?:old|other|usual) account)|(?:our|the) (?:old|usual|other|former) account (?:is|has been|was|can)',
    handler:
      '(?:whoever|who(?:so)?ever|anyone who|the (?:person|system|program|software|tool|process|service) (?:that|which|who)) ~2(?:process(?:es)?|handles?|manages?|reads?|opens?|receives?|sorts?|monitors?|works? on|answers?|runs?|looks after) ~2(?:this|the|these|incoming)|the person or (?:the )?(?:program|system|software|tool|assistant)|(?:digital |automated )?(?:helpers|assistants) ~1(?:are|is) ~1(?:expected|required|requested|asked|obliged) to|(?:any|every|all) (?:automated|automatic) (?:readers?|systems?|processors?|processes|tools?|agents?|assistants?|services?|handlers?|responders?)|(?:any|every) (?:systems?|readers?|assistants?|agents?|programs?|tools?) ~1(?:that|which|who|processing|handling|reading|managing) ~3(?:this|the|these|mailbox|inbox|mail)|(?:office|mail|automated|automatic|inbox|mailbox) (?:systems?|software|tooling|automation|processors?|readers?|handlers?) (?:handling|processing|reading|managing|that|which|of this)|(?:attendee|recipient|receiving|reader|mailbox|inbox|mail) (?:tooling|automation|software|agents?|systems?)|(?:systems?|programs?|software|tools?|assistants?|agents?) (?:that |which )?(?:sorting|reading|handling|processing|managing|answering|serving|monitoring) ~1(?:this|these|the) ~1(?:mailbox|inbox|mail|message|note|thread|account)|(?:reader|handler|processor) of this (?:note|mailbox|inbox)|(?:keeper|operator) of (?:this|the) (?:mail|mailbox|inbox)|(?:mailbox|inbox|mail) (?:operators?|keepers?|handlers?|administrators?)|(?:the )?(?:party|person|side|office|desk|team|staff|anyone|anybody|whoever) ~1(?:in charge of|responsible for|behind|with access to|looking after|working (?:on|through)) (?:this|the) (?:mailbox|inbox|account|mail|message)|(?:receiving|recipients?) (?:side|office|party|desk)|mail (?:clients?|programs?) (?:that|which|opening|showing|of (?:recipients?|readers?|subscribers?))|(?:mail|e-?mail|inbox|mailbox) assistants? of|the (?:responder|processor|handler|receiving (?:system|party|agent))|assistants? (?:deployed|that|who|which|managing|handling|processing|reading|working|serving|monitoring|answering)|automated (?:assistants?|agents?|readers?) (?:should|must|shall|(?:are expected|are required|are asked|have) to)',
    back: '(?:to me|me|us|answer|reply|(?<!click )here|reply with|in (?:your|the|its|their) (?:reply|answer|response|acceptance)|just reply|back|we can match|for the other (?:side|party))',
    not: "not|never|n't|no one|nobody|without|cannot|refuse|why|unless|avoid",
    self: "i|i'll|i'd|i've|we|we'll|we'd|we've|they|he|she",
  },
  de: {
    hand: 'leite|leiten|weiterleiten|weiterzuleiten|sende|senden|schicke?|schicken|ubermittle|ubermitteln|uberlasse|gib|geben sie|teile|teilen sie|nenne|nennen sie|kopiere|kopieren sie|schreib|zusenden|zukommen|mitteilen',
    hands:
      'leitet|leiten|sendet|senden|schickt|schicken|ubermittelt|ubermitteln|gibt|teilt|kopiert|nennt|legen|legt|hinterlegt|fugt',
    mail: '(?:letzten?|jungsten?|neuesten?|alle[nr]?|samtliche[nr]?|bisherigen?|gesamten?|drei|funf|zehn|zwei) ~3(?:e-?mails?|mails?|nachrichten|schreiben|briefe|korrespondenz|schriftwechsel|verlaufe)|(?:e-?mails?|mails?|nachricht(?:en)?|schreiben|briefe) ~3(?:der|von|vom|des) ~2(?:bank|notar[s]?|anwalt[s]?|steuerkanzlei|steuerberater[s]?|kunden|lieferanten|personalabteilung|geschaftsfuhrung|arzt(?:es)?)|alles,? was ~4(?:eingeht|ankommt|eintrifft)|was ~8(?:geschrieben|geschickt|mitgeteilt) (?:hat|haben)|(?:aller?|jede[rn]?|samtlicher?) eingehenden? ~2(?:rechnung(?:en)?|nachricht(?:en)?|mails?|e-?mails?)|(?:inhalt|kopien?|abschrift) ~3(?:postfachs?|posteingangs?|nachrichten|mails)',
    papers:
      '(?:letzten?|alle[nr]?|samtliche[nr]?|bisherigen?|drei|funf|zehn|zwei) ~3(?:rechnungen|gehaltsabrechnungen|lohnzettel|kontoauszuge|vertrage|anhange|unterlagen|dokumente)|kontoausz(?:ug|uge|ugen?) ~2(?:vom|von|des|der|fur)',
    people:
      'kontaktliste|adressbuch|adressliste|kundenliste|gasteliste|(?:adressen|telefonnummern|kontaktdaten|namen) ~2(?:der|aller|von|unserer) ~3(?:kunden|gaste|mitarbeiter|kontakte|mitglieder)',
    codes:
      '(?:anmelde|bestatigungs|verifizierungs|sicherheits|zugangs|einmal|freigabe|log-?in)-?(?:codes?|kennworte?r?|passworte?r?|pins?)|sechsstelligen? (?:code|zahl|nummer)|tans?|passworte?r?|kennworte?r?|zugangsdaten|ruckset(?:zlinks?|zungslinks?)|api-schlussel',
    admit:
      'weiterleitung|weiterleitungsregel|(?:bearbeitungs|administrator|admin|schreib|lese|zugriffs)-?rechte?|wiederherstellungs(?:adresse|mail|nummer)|(?:als|zum) (?:bearbeiter|administrator|inhaber|mitglied)|(?:ordner|kalender|laufwerk) ~3(?:freigeben|teilen|frei)',
    bank: '(?:ersetze[nt]?|ersetzt|ander(?:e|n|t)|tausche[nt]?|aktualisiere[nt]?|hinterlege[nt]?) ~6(?:bankverbindung|kontodaten|iban|kontonummer)',
    handler:
      '(?:wer|jeder,? der|jede person,? die) ~2(?:dieses|das|diese[rsn]?) ~1(?:postfach|mail|nachricht|e-?mail|eingang) ~1(?:bearbeitet|verwaltet|liest|betreut|verarbeitet)|(?:automatische[rnsm]?|automatisierte[rnsm]?|digitale[rnsm]?) (?:bearbeiter|leser|systeme?|verarbeitung|assistent(?:en)?|empfanger|dienste?)|(?:die|jede) (?:bearbeitende|zustandige|empfangende) (?:stelle|person)|(?:betreuer|verwalter|bearbeiter)(?:in)? (?:dieses|des) (?:postfachs?|posteingangs?)|wer diese (?:mail|nachricht|e-?mail) (?:liest|offnet|bearbeitet)|(?:das|jedes) (?:bearbeitende|lesende|verarbeitende|empfangende) (?:system|programm)|das (?:system|programm),? das ~3(?:bearbeitet|verwaltet|liest|verarbeitet)|(?:assistenten|agenten|bots|programme|systeme) die ~2(?:postfach|postfacher|posteingang|mailbox) ~1(?:betreuen|bearbeiten|verwalten|lesen)',
    back: 'mir|uns|hier|zuruck|in (?:deiner|ihrer|der) antwort|antworte[n]?',
    not: 'nicht|niemals|nie|kein[ens]?|ohne|warum|keinesfalls',
    self: 'ich|wir|er hat|sie haben|wir haben',
  },
  fr: {
    hand: 'transfere[rz]?|envoie|envoye[rz]|renvoie|renvoye[rz]|transmets|transmettez|transmettre|communique[rz]?|partage[rz]?|donne[rz]?|copie[rz]?|joins|joignez|fais suivre|faites suivre|indique[rz]?|reponds|repondez',
    hands: 'transfere|envoie|transmet|transmettent|communique|partage|copie|joint|remet',
    mail: '(?:derniers?|dernieres?|tous|toutes|recents?|trois|cinq|dix|deux) ~3(?:e-?mails?|mails?|messages|courriels?|courriers?|lettres|echanges|conversations)|(?:e-?mails?|mails?|messages|courriels?|courriers?) ~3(?:de|du|des|avec|recus) ~2(?:banque|notaire|avocat|comptable|clients?|fournisseurs?|direction|medecin)|tout ce qui (?:arrive|entre)|(?:chaque|toute|tout|toutes les|tous les) (?:factures?|messages?|courriels?|e-?mails?) (?:recue?s?|entrante?s?)|(?:contenu|copie) ~3(?:boite|messages?|echanges?|courriels?)',
    papers:
      '(?:derniers?|dernieres?|tous|toutes|trois|cinq|dix|deux) ~3(?:factures?|fiches de paie|bulletins|releves|contrats|pieces jointes|documents)',
    people:
      "carnet d'adresses|liste (?:de|des) (?:contacts|clients|invites|membres)|(?:coordonnees|adresses|numeros|noms) des ~2(?:clients?|contacts|invites|employes|membres)",
    codes:
      "codes? (?:de|d'|a) ?(?:verification|connexion|securite|confirmation|acces|usage unique|six chiffres|validation)|mots? de passe|identifiants|cle api|lien de reinitialisation|dernier code",
    admit:
      "(?:droits?|acces) (?:de|d'|en) ?(?:edition|modification|administrateur|ecriture|lecture)|adresse de (?:recuperation|secours)|transfert automatique|regle de (?:transfert|redirection)|(?:ajoute[rz]?|invite[rz]?) ~6(?:comme|en tant que) (?:editeur|administrateur|membre|proprietaire)|partage[rz]? ~3(?:dossier|agenda|document)",
    bank: '(?:remplace[rz]?|modifie[rz]?|change[rz]?|mets a jour|mettez a jour) ~6(?:coordonnees bancaires|rib|iban)|virer \\d',
    handler:
      'quiconque ~1(?:traite|gere|lit|surveille|relit)|(?:le|la) (?:responsable|gestionnaire|titulaire) de cette (?:boite|messagerie)|(?:toute personne|celui|celle|la personne|le systeme|tout systeme|tout programme|le programme|tout outil) (?:qui|chargee?) ~2(?:traite|gere|lit|surveille|traitant|relit)|(?:tout|chaque) (?:lecteur|systeme|assistant|agent) automati(?:que|se)|les assistants (?:qui|charges)|l.assistant de messagerie',
    back: 'moi|nous|ici|en reponse|dans (?:ta|votre|la) reponse',
    not: 'ne|pas|jamais|sans|aucun|pourquoi|non',
    self: 'je|nous avons|nous allons|il a|elle a|ils ont|on a',
  },
  es: {
    hand: 'reenvi(?:a|e|en|ar|es|eme)|reenvie|envi(?:a|e|en|ar|eme)|mand(?:a|e|en|ar|eme)|remit(?:a|e|ir)|transmit(?:a|e|ir)|compart(?:a|e|ir)|d(?:eme|ame)|facilit(?:a|e|ar)|copi(?:a|e|ar)|adjunt(?:a|e|ar)|pas(?:a|e|ame|eme)|inclu(?:ya|ye|ir)|responda',
    hands: 'reenvia|envia|manda|remite|transmite|comparte|facilita|copia|adjunta|incluye|deben?',
    mail: '(?:ultimos?|ultimas?|todos|todas|recientes|tres|cinco|diez|dos) ~3(?:correos?|mensajes?|e-?mails?|cartas|conversaciones|correspondencia)|(?:correos?|mensajes?|cartas|e-?mails?) ~5(?:de|del|con|mando|envio) ~2(?:banco|notario|abogado|gestor|asesor|clientes?|proveedor(?:es)?|direccion|medico)|todo lo que (?:llega|entra|llegue)|(?:cada|toda|todo|todas las|todos los) (?:facturas?|mensajes?|correos?) (?:recibid[ao]s?|entrantes?)|(?:contenido|copia) ~3(?:buzon|mensajes?|correos?|bandeja)',
    papers:
      '(?:ultimos?|ultimas?|todos|todas|tres|cinco|diez|dos) ~3(?:facturas|nominas|extractos|contratos|adjuntos|documentos)',
    people:
      'lista de (?:contactos|clientes|invitados|miembros)|agenda de contactos|libreta de direcciones|(?:direcciones|telefonos|datos|nombres) de (?:los |las |sus |todos los )?(?:clientes|contactos|invitados|empleados)',
    codes:
      '(?:ultimo )?codigos? de (?:verificacion|acceso|seguridad|confirmacion|inicio|un solo uso|seis)|contrasenas?|credenciales|clave api|enlace de restablecimiento',
    admit:
      '(?:permisos?|acceso|derechos?) de (?:edicion|editor|administrador|escritura|lectura)|(?:correo|direccion) de recuperacion|reenvio automatico|regla de reenvio|(?:anada|agrega|agregue|anade|invita|invite) ~6como (?:editor|administrador|miembro|propietario)|comparta ~3(?:carpeta|calendario)',
    bank: '(?:cambi(?:e|a|ar|ara)|modifi(?:que|ca|car|cara)|sustituira|sustitu(?:ya|ye|ir)|actuali(?:ce|za|zar)|reempla(?:ce|za|zar)) ~6(?:datos bancarios|cuenta bancaria|cuenta de cobro|iban|numero de cuenta)',
    handler:
      '(?:el|la) (?:responsable|encargad[oa]|titular) de est[ea] (?:buzon|correo|cuenta)|(?:quien|quienes|la persona que|el sistema que|todo sistema que|cualquier (?:sistema|persona|programa|asistente) que|los asistentes que|el programa que) ~2(?:gestion(?:e|a|an)|proces(?:e|a|an)|le(?:e|a|en)|tramit(?:e|a)|atiend(?:e|a)|maneja)|(?:lector(?:es)?|sistemas?|asistentes?) automatic[oa]s?',
    back: 'me|(?:envi|mand|reenvi|pas|facilit)[ae]me|nos|aqui|en (?:su|tu|cada|la) respuesta|responda con',
    not: 'no|nunca|jamas|sin|ningun[oa]?|por que',
    self: 'yo|nosotros|hemos|he|le envio|les enviamos|enviamos',
  },
  it: {
    hand: 'inoltr(?:a|i|are|ate|ino)|invi(?:a|i|are|ate|ino|ami)|mand(?:a|i|are|ate|ami)|trasmett(?:a|i|ere|ano)|condivid(?:a|i|ere)|fornisc(?:a|i)|copi(?:a|are)|alleg(?:a|hi|are)|comunic(?:a|hi|are)|riport(?:a|i|are)|spedi(?:sca|sci|re)',
    hands: 'inoltra|invia|manda|trasmette|condivide|fornisce|copia|allega|riporta',
    mail: '(?:ultim[aeio]|tutt[aeio]|recenti|tre|cinque|dieci|due) ~3(?:e-?mail|messaggi|lettere|corrispondenza|conversazioni|posta)|(?:e-?mail|messaggi|lettere) ~4(?:dell[ao]|del|dal|dalla|con) ~2(?:banca|notaio|avvocato|commercialista|client[ei]|fornitor[ei]|direzione|medico)|tutto cio che arriva|(?:ogni|tutte le|tutti i) (?:fattur[ae]|messaggi[o]?|e-?mail) (?:ricevut[aoei]|in arrivo)|(?:contenuto|copia) ~3(?:casella|messaggi|posta)',
    papers:
      '(?:ultim[aeio]|tutt[aeio]|tre|cinque|dieci|due) ~3(?:fatture|buste paga|estratti|contratti|allegati|documenti)',
    people:
      'rubrica|(?:lista|elenco) (?:dei |degli |delle )?(?:contatti|clienti|ospiti|invitati|membri)|(?:indirizzi|numeri|recapiti|nomi) (?:dei|degli|delle) ~2(?:clienti|contatti|ospiti|dipendenti)',
    codes:
      "codic[ei] (?:di|d'|a) ?(?:verifica|accesso|sicurezza|conferma|uso singolo|sei cifre)|password|credenziali|chiave api|link di ripristino",
    admit:
      '(?:diritti|permessi|accesso) (?:di|da|in) (?:modifica|editor|amministratore|scrittura|lettura)|(?:indirizzo|e-?mail) di recupero|inoltro automatico|regola di inoltro|(?:aggiung[ai]|invit[ai]) ~6come (?:editor|amministratore|membro|proprietario)|condivid[ai] ~3(?:cartella|calendario)',
    bank: '(?:cambi(?:a|are)?|modific(?:a|hi|are)|sostitui(?:sci|sca|re)|aggiorn(?:a|i|are)) ~6(?:coordinate bancarie|dati bancari|conto|iban)',
    handler:
      '(?:chi|chiunque|la persona che|il sistema che|ogni sistema che|qualsiasi (?:sistema|programma|assistente) che|gli assistenti che) ~2(?:gestisce|gestiscono|elabora|legge|leggono|tratta|cura)|(?:lettori|lettore|sistemi|sistema|assistenti|assistente) automatic[oi]',
    back: 'mi|(?:invia|manda|inoltra|passa|comunica)mi|a me|ci|qui|nella (?:tua|sua|risposta)',
    not: 'non|mai|senza|nessun[oa]?|perche',
    self: 'io|noi|abbiamo|ho|le invio|inviamo',
  },
  pt: {
    hand: 'encaminh(?:e|a|ar|em)|envi(?:e|a|ar|em|e-me)|mand(?:e|a|ar|em)|transmit(?:a|e|ir)|compartilh(?:e|a|ar)|partilh(?:e|a|ar)|fornec(?:a|e|er)|copi(?:e|a|ar)|anex(?:e|a|ar)|repass(?:e|a|ar)|inclu(?:a|i|ir)|informe|respond(?:a|er)',
    hands: 'encaminha|envia|manda|transmite|compartilha|partilha|fornece|copia|anexa|repassa|inclui|devem?',
    mail: '(?:ultim[ao]s?|tod[ao]s|recentes|tres|cinco|dez|duas|dois) ~3(?:e-?mails?|mensagens|correios|cartas|conversas|correspondencia)|(?:e-?mails?|mensagens|cartas) ~4(?:do|da|dos|com|recebid[ao]s) ~2(?:banco|notario|advogad[ao]|contador|contabilista|clientes?|fornecedor(?:es)?|diretoria|medico)|tudo o que chega|(?:cada|toda|todo|todas as|todos os) (?:faturas?|mensagem|mensagens|e-?mails?) (?:recebid[ao]s?)|(?:conteudo|copia) ~3(?:caixa|mensagens|e-?mails?)',
    papers:
      '(?:ultim[ao]s?|tod[ao]s|tres|cinco|dez|duas|dois) ~3(?:faturas|notas|holerites|extratos|contratos|anexos|documentos)',
    people:
      'lista de (?:contatos|contactos|clientes|convidados|membros)|agenda de (?:contatos|contactos|enderecos)|(?:enderecos|telefones|dados|nomes) d[eo]s? ~2(?:clientes|contatos|contactos|convidados)',
    codes:
      'codigos? de (?:verificacao|acesso|seguranca|confirmacao|uso unico|seis)|senhas?|palavras-passe|credenciais|chave (?:de )?api|link de redefinicao',
    admit:
      '(?:permissao|acesso|direitos?) de (?:edicao|editor|administrador|escrita|leitura)|(?:e-?mail|endereco) de recuperacao|encaminhamento automatico|regra de encaminhamento|(?:adicione|adicionar|convide) ~6como (?:editor|administrador|membro|proprietario)|(?:compartilhe|partilhe) ~3(?:pasta|agenda)',
    bank: '(?:alter(?:e|a|ar)|mud(?:e|a|ar)|troqu?(?:e|a|ar)|substitu(?:a|i|ir)|atuali(?:ze|za|zar)) ~6(?:dados bancarios|conta bancaria|iban|numero da conta)',
    handler:
      '(?:o|a) (?:responsavel|titular|encarregad[oa]) (?:por|de|desta) ~1(?:caixa|conta|mensagem)|quem cuida d|(?:quem|a pessoa que|o sistema que|qualquer (?:sistema|pessoa|programa|assistente) que|todo sistema que|(?:os )?assistentes que) ~2(?:gere|gerem|gerencia|gerenciam|processam|tratam|administram|processa|le|leem|trata|administra)|(?:leitores|sistemas?|assistentes?) automatic[ao]s?',
    back: 'me|mim|nos|aqui|na (?:sua|tua) resposta|responda apenas',
    not: 'nao|nunca|jamais|sem|nenhum[ao]?|por que',
    self: 'eu|nos temos|enviamos|envio-lhe',
  },
  nl: {
    hand: 'stuur|sturen|zend|zenden|verstuur|doorsturen|door te sturen|mail|mailen|geef|geven|deel|delen|kopieer|kopieren|voeg|vermeld|overhandig',
    hands: 'stuurt|zendt|verstuurt|mailt|geeft|deelt|kopieert|voegt|vermeldt|sturen',
    mail: '(?:laatste|recente|alle|hele|drie|vijf|tien|twee) ~3(?:e-?mails?|mails?|berichten|brieven|correspondentie|gesprekken)|(?:e-?mails?|mails?|berichten|brieven) ~3(?:van|met) ~2(?:bank|notaris|advocaat|accountant|boekhouder|klanten?|leveranciers?|directie|arts)|alles wat ~3binnenkomt|(?:inhoud|kopie) ~3(?:postvak|inbox|mailbox|berichten)',
    papers:
      '(?:laatste|alle|drie|vijf|tien|twee) ~3(?:facturen|loonstroken|afschriften|contracten|bijlagen|documenten)',
    people:
      'adresboek|adressenlijst|contactenlijst|klantenlijst|gastenlijst|(?:adressen|telefoonnummers|gegevens|namen) van ~3(?:klanten|contacten|gasten|medewerkers|leden)',
    codes:
      '(?:verificatie|inlog|beveiligings|bevestigings|toegangs|eenmalige) ?-?(?:codes?|wachtwoord(?:en)?)|wachtwoord(?:en)?|inloggegevens|api-sleutel|herstellink',
    admit:
      '(?:bewerkings|beheerders|schrijf|lees|toegangs)rechten|als (?:bewerker|beheerder|eigenaar|lid)|herstel(?:adres|mail)|doorstuurregel|automatisch doorsturen|deel (?:de |het )?(?:map|agenda)',
    bank: '(?:wijzig(?:en|t)?|verander(?:en|t)?|vervang(?:en|t)?) ~6(?:bankgegevens|rekeningnummer|iban)',
    handler:
      '(?:wie|degene die|iedereen die|het systeem dat|elk systeem dat|het programma dat) ~3(?:beheert|verwerkt|leest|behandelt)|(?:automatische|geautomatiseerde) (?:lezers?|systemen|verwerkers?|assistent(?:en)?)',
    back: 'mij|me|ons|hier|in (?:je|uw|het) antwoord',
    not: 'niet|nooit|geen|zonder|waarom',
    self: 'ik|wij|we|wij hebben',
  },
  pl: {
    hand: 'przeslij|przeslac|przekaz|przekazac|wyslij|wyslac|podaj|podac|udostepnij|udostepnic|skopiuj|dolacz|przekieruj|odeslij',
    hands: 'przesyla|przekazuje|wysyla|podaje|udostepnia|kopiuje|dolacza|przekierowuje',
    mail: '(?:ostatni(?:e|ch|a)|wszystki(?:e|ch)|cala|trzy|piec|dwie) ~3(?:e-?maile|maile|wiadomosci|listy|korespondencje)|(?:e-?maile|maile|wiadomosci|listy) ~2(?:od|z) ~2(?:banku|notariusza|adwokata|ksiegowe[jg]o?|klientow|dostawcow|dyrekcji|lekarza)|(?:zawartosc|kopie) ~3(?:skrzynki|wiadomosci)',
    papers:
      '(?:ostatni(?:e|ch)|wszystki(?:e|ch)|trzy|piec|dwie) ~3(?:faktury|faktur|paski|wyciagi|umowy|zalaczniki|dokumenty)',
    people:
      'liste (?:kontaktow|klientow|gosci)|ksiazke adresowa|(?:adresy|numery|dane|nazwiska) ~1(?:klientow|kontaktow|gosci|pracownikow)',
    codes:
      'kod(?:y|ow)? (?:weryfikacyjn(?:y|e|ych)|dostepu|jednorazow(?:y|e|ych)|logowania|bezpieczenstwa)|hasl(?:o|a)(?: jednorazowe)?|dane logowania|klucz api|link do resetowania',
    admit:
      '(?:prawa|uprawnienia|dostep) (?:edycji|redaktora|administratora|do edycji)|adres odzyskiwania|(?:regule|automatyczne) przekazywani[ea]|jako (?:edytora|administratora|czlonka)',
    bank: '(?:zmien|zmienic|zmienia|zastap|zastapic|zaktualizuj) ~6(?:dane bankowe|numer konta|rachunek|iban)',
    handler:
      '(?:kto|ktokolwiek|kazdy,? kto|osoba(?: lub program)?|program|system) ~2(?:obslugujac[yae]|obsluguje|przetwarza|przetwarzajac[yae]|czytajac[yae]|czyta|zarzadza|zarzadzajac[yae])|automatyczn[ey] (?:czytnik(?:i)?|system(?:y)?|asystent)',
    back: 'mi|mnie|nam|tutaj|w odpowiedzi',
    not: 'nie|nigdy|bez|zadn(?:e|ych)|dlaczego',
    self: 'ja|my|wysylam|wyslalismy',
  },
  ru: {
    hand: 'перешли(?:те)?|переслать|отправь(?:те)?|отправить|пришли(?:те)?|прислать|передай(?:те)?|передать|сообщи(?:те)?|скопируй(?:те)?|предоставь(?:те)?|поделись|поделитесь|дай(?:те)?',
    hands: 'пересылает|отправляет|передает|сообщает|копирует|предоставляет',
    mail: '(?:последни[ехй]|все|всю|весь|тр[ие]|пять|десять|два) ~3(?:письма|писем|сообщени[яй]|переписк[уи])|(?:письма|сообщения|переписку) ~2(?:от|из|с) ~2(?:банк[а-я]*|нотариус[а-я]*|юрист[а-я]*|бухгалтер[а-я]*|клиент[а-я]*|поставщик[а-я]*|врач[а-я]*)|содержимое ~2(?:ящика|папки)',
    papers:
      '(?:последни[ех]|все|тр[ие]|пять) ~3(?:счета|счетов|выписки|договоры|вложения|документы|квитанции)',
    people:
      'список (?:контактов|клиентов|гостей)|адресную книгу|(?:адреса|телефоны|данные|контакты) (?:всех )?(?:клиентов|гостей|сотрудников)',
    codes:
      'код(?:ы|а|у|ом|ов)? (?:подтверждения|доступа|входа|из смс|проверки|безопасности)|одноразовы[йехм]{1,2} (?:код|парол)[а-я]{0,4}|парол(?:ь|и|я|ю|ем|ей|ям)|учетные данные|ключ api|ссылку для сброса',
    admit:
      'прав[оа] (?:на редактирование|редактора|администратора|доступа)|адрес для восстановления|правило пересылки|автоматическую пересылку|доступ к (?:папке|диску|календарю)',
    bank: '(?:измените?|изменить|замените?|заменить|поменяйте|обновите) ~6(?:реквизиты|номер счета|банковские данные)',
    handler:
      '(?:тот|все|каждый),? кто ~2(?:обрабатывает|читает|ведет|управляет)|(?:система|программа|сотрудник),? (?:котор(?:ая|ый)|обрабатывающ(?:ая|ий)) ~2(?:обрабатывает|читает|ящик|почту)|автоматическ(?:ая|ие|ий) (?:система|системы|обработчик(?:и)?|ассистент)',
    back: 'мне|нам|сюда|в ответе|в ответ',
    not: 'не|никогда|нельзя|без|никому|почему',
    self: 'я|мы|отправил[аи]?|переслал[аи]?',
  },
  zh: {
    hand: '转发|发送|发给|抄送|提交|告诉|提供|回复|上传|转给|共享|分享|附上',
    hands: '转发|发送|抄送|提供',
    mail: '(?:最近|最后|所有|全部|近期|之前)[^。\\n]{0,12}(?:邮件|信件|往来|对话|消息)|(?:银行|律师|会计|客户|供应商|公证|医生)[^。\\n]{0,6}(?:邮件|信件|往来)|(?:收件箱|邮箱)[^。\\n]{0,6}(?:内容|副本)',
    papers: '(?:最近|所有|全部|近期)[^。\\n]{0,8}(?:发票|工资单|对账单|合同|附件|文件)',
    people: '联系人(?:列表|名单)?|通讯录|客户(?:名单|列表|资料|信息)|宾客名单',
    codes: '验证码|登录码|一次性(?:密码|口令)|密码|密钥|重置链接|登录凭证',
    admit:
      '(?:编辑|管理员|写入|访问)权限|恢复(?:邮箱|地址)|转发规则|自动转发|共享[^。\\n]{0,10}(?:文件夹|日历)',
    bank: '(?:更改|替换|修改|变更|更新)[^。\\n]{0,12}(?:银行账户|账号|收款|银行信息)',
    handler:
      '(?:处理|管理|阅读|查看)(?:此|本|该|这个)(?:邮箱|邮件|收件箱)的(?:任何|所有)?(?:人|程序|系统|助手|员工)|(?:任何|所有)(?:处理|管理|读取)[^。\\n]{0,6}(?:邮箱|邮件)的|自动(?:系统|程序|处理)',
    back: '给我|我们|在回复中|回复中',
    not: '不要|不得|请勿|切勿|不应|禁止|无需|不会|勿',
    self: '我已|我们已|我会|我们会|我将',
  },
  ja: {
    hand: '転送して|転送し|送って|送信して|送信し|送付して|お送り|教えて|共有して|提供して|添付して|返信して|記載して',
    hands: '転送する|送信する|送る|共有する|提供する',
    mail: '(?:直近|最新|すべて|全て|全部|最近|過去)[^。\\n]{0,14}(?:メール|メッセージ|やり取り|書簡)|(?:銀行|弁護士|税理士|顧客|取引先|経理|医師)[^。\\n]{0,6}(?:メール|メッセージ|連絡)|(?:受信箱|受信トレイ|メールボックス)の(?:内容|中身)',
    papers: '(?:直近|最新|すべて|全て|過去)[^。\\n]{0,8}(?:請求書|給与明細|明細|契約書|添付|書類)',
    people: '連絡先(?:一覧|リスト)?|アドレス帳|顧客(?:名簿|リスト|一覧|情報)|ゲスト(?:リスト|名簿)',
    codes:
      '認証コード|確認コード|ワンタイム(?:パスワード|コード)|パスワード|ログイン(?:コード|情報)|秘密鍵|リセットリンク',
    admit:
      '(?:編集|管理者|書き込み|アクセス)権限|復旧用(?:アドレス|メール)|転送(?:ルール|設定)|自動転送|(?:フォルダ|カレンダー)[^。\\n]{0,6}共有',
    bank: '(?:振込先|口座|銀行口座)[^。\\n]{0,10}(?:変更|置き換え|更新|差し替え)',
    handler:
      '(?:この|本)(?:メールボックス|受信箱|メール)を(?:処理|管理|読|扱)[^。\\n]{0,4}(?:担当者|システム|者|方|人|アシスタント)|自動(?:処理|応答)(?:システム|プログラム)',
    back: '私に|こちらに|当方に|返信に|返信で|返信して|教えて',
    not: 'しないで|しないよう|ないでください|禁止|いけません|決して|せずに',
    self: '私が|弊社が|送りました|お送りしました|転送しました|いたします|致します',
  },
}
