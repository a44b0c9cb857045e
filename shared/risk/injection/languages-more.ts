/** The words of prompt injection in further languages, and more of those in languages.ts. */
import { byWords } from './by-words.ts'
import { type InjectionRule, rule } from './rule.ts'

const latinMachine = 'llm|gpt|chatgpt|claude|copilot|gemini|chatbot'

export const moreLanguages: readonly InjectionRule[] = [
  // German
  ...byWords({
    ignore:
      'ignorier(?:e|en|t)|vergiss|vergesst|vergessen sie|missachte|verwirf|beachte(?:n sie)? nicht|setz(?:e|en sie) dich uber',
    earlier:
      'vorherige[nrs]?|bisherige[nrs]?|vorangegangene[nrs]?|fruhere[nrs]?|obige[nrs]?|ursprungliche[nrs]?|samtliche[nrs]?|deine[nr]?|alle',
    orders:
      'anweisung(?:en)?|vorgaben|regeln|instruktionen|richtlinien|befehle|auftrage|aufgabe(?:n)?|systemprompt',
    machine: `ki|ai|ki-(?:assistent(?:en)?|agent(?:en)?|system(?:e)?|modell(?:e)?)|sprachmodell(?:e)?|mail-?(?:agent(?:en)?|assistent(?:en)?)|assistenzsystem|automatisierte (?:leser|systeme|agenten)|${latinMachine}`,
    to: 'an (?:die|den|das|alle)|fur (?:die|den|das|alle)|liebe[rs]?|hallo|achtung',
    if: 'wenn (?:du|sie) eine?|falls (?:du|sie) eine?|sofern du eine?',
    not: 'nicht|ohne|niemals|nichts|keinesfalls',
    tell: 'erfahren|wissen|informieren|mitteilen|sagen|erwahnen|fragen|benachrichtigen|merken|zeigen',
    user: 'benutzer[ns]?|nutzer[ns]?|anwender[ns]?|inhaber[ns]?|besitzer[ns]?',
    send: 'leite|sende|schicke?|ubermittle|lade|kopiere|verschicke',
    goods:
      'e-?mails?|nachrichten|kontakt(?:e|liste|daten)|passworter|zugangsdaten|posteingang|anhange|adressbuch|verlauf|daten',
    show: 'zeige?|gib|nenne?|verrate?|wiederhole?|drucke?|schreibe?|liste',
    prompt:
      'system-?prompt|systemanweisung(?:en)?|deine (?:anweisungen|regeln|vorgaben)|interne[nr]? (?:anweisungen|regeln)',
    now: 'du bist (?:jetzt|nun|ab sofort)|ab (?:jetzt|sofort)|von nun an',
    mode: 'entwicklermodus|wartungsmodus|ohne (?:einschrankungen|regeln|filter)|uneingeschrankt',
    system:
      'system-?(?:meldung|nachricht|hinweis|anweisung)|administrator-?(?:hinweis|anweisung)|nachricht (?:der|vom) (?:it|administrator|system)',
    agreed:
      '(?:benutzer|nutzer|inhaber) hat (?:bereits |schon )?(?:zugestimmt|eingewilligt|genehmigt|bestatigt|erlaubt)',
  }),
  // French
  ...byWords({
    ignore:
      'ignore[zr]?|oublie[zr]?|ne tiens pas compte|ne tenez pas compte|neglige[zr]?|ne respecte[zr]? (?:pas|plus)|laisse[zr]? de cote',
    earlier: 'precedent(?:e|es|s)?|anterieur(?:e|es|s)?|toutes|tous|initiales|tes|vos|ci-dessus',
    orders: 'instructions?|consignes?|directives?|regles|ordres|taches?|prompt',
    machine: `ia|assistants? (?:ia|virtuels?|numeriques?|automatiques?)|modeles? de langage|agents? (?:ia|de messagerie|automatiques?|virtuels?)|systemes? automatiques?|intelligence artificielle|l'assistant|${latinMachine}`,
    to: "a l'attention d[eu]|pour l[ea]s?|pour l'|a l'|aux?|chere?s?|note pour",
    if: 'si (?:tu es|vous etes)',
    not: 'ne|sans|jamais|pas',
    tell: 'dire|dis|dites|informer|informe[zr]?|prevenir|prevenez|avertir|mentionne[zr]?|demander|savoir|montre[zr]?|apprendre|signale[zr]?',
    user: "l'utilisateur|utilisateurs?|proprietaire|l'usager",
    send: 'transfere[zr]?|envoie|envoye[zr]|transmets|transmettez|telecharge[zr]?|copie[zr]?|fais suivre',
    goods:
      "messages?|courriels?|e-?mails?|contacts|carnet d'adresses|mots de passe|identifiants|pieces jointes|historique|donnees|boite",
    show: 'affiche[zr]?|montre[zr]?|revele[zr]?|donne[zr]?|repete[zr]?|recopie[zr]?|imprime[zr]?',
    prompt:
      'prompt systeme|prompt initial|invite systeme|instructions (?:systeme|internes|initiales)|(?:tes|vos) (?:instructions|consignes|regles)',
    now: 'tu es (?:maintenant|desormais)|vous etes (?:maintenant|desormais)|desormais|a partir de maintenant',
    mode: 'mode (?:developpeur|debug|maintenance|administrateur)|sans (?:restrictions?|limites?|filtres?)',
    system: "message (?:du )?systeme|note (?:du )?systeme|avis (?:du )?systeme|message de l'administrateur",
    agreed:
      "(?:l'utilisateur|le proprietaire) a (?:deja )?(?:donne son accord|approuve|autorise|accepte|confirme)",
  }),
  // Spanish
  ...byWords({
    ignore:
      'ignora(?:d|r)?|ignore|olvida(?:d|r)?|olvide|descarta|omite|no (?:hagas?|haga) caso|no sigas|deja de lado',
    earlier: 'anteriores|previas|todas|todos|tus|sus|originales|iniciales|de arriba',
    orders: 'instrucci(?:on|ones)|indicaciones|ordenes|reglas|directrices|tareas?|normas|prompt',
    machine: `ia|asistentes? (?:de ia|virtual(?:es)?|automatic[oa]s?|digital(?:es)?)|modelos? de lenguaje|agentes? (?:de ia|de correo|automatic[oa]s?)|sistemas? automatic[oa]s?|inteligencia artificial|el asistente|${latinMachine}`,
    to: 'para (?:el|la|los|las|todo|toda)?|al?|a la|estimad[oa]|querid[oa]|nota para|atencion',
    if: 'si (?:eres|usted es|es)',
    not: 'no|sin|nunca|jamas',
    tell: 'digas?|decir|decirle|informes?|informar|avises?|avisar|menciones?|mencionar|saber|saberlo|preguntar|preguntes|muestres|entere|notificar',
    user: 'usuari[oa]s?|propietari[oa]|duen[oa]',
    send: 'reenvia(?:r)?|reenvie|envia(?:r)?|envie|manda(?:r)?|mande|sube|copia|transmite',
    goods:
      'mensajes?|correos?|e-?mails?|contactos|agenda|contrasenas?|credenciales|adjuntos|historial|datos|bandeja|buzon',
    show: 'muestra|muestre|revela|revele|dime|repite|repita|escribe|imprime|copia|ensena',
    prompt:
      'prompt (?:del|de) sistema|prompt inicial|instrucciones (?:del sistema|internas|iniciales)|(?:tus|sus) (?:instrucciones|reglas|normas)',
    now: 'ahora eres|eres ahora|a partir de ahora|desde ahora|ahora estas',
    mode: 'modo (?:desarrollador|depuracion|mantenimiento|administrador)|sin (?:restricciones|limites|filtros)',
    system: 'mensaje (?:del )?sistema|aviso (?:del )?sistema|nota (?:del )?sistema|mensaje del administrador',
    agreed:
      '(?:usuario|propietario|titular) (?:ya )?(?:ha|dio) (?:ya )?(?:dado )?(?:su )?(?:aprobacion|aprobado|autorizado|autorizacion|consentimiento|aceptado|confirmado)',
  }),
  // Italian
  ...byWords({
    ignore: 'ignora(?:re|te)?|ignori|dimentica(?:re|te)?|tralascia|scarta|non seguire|non tenere conto',
    earlier: 'precedenti|tutte|tutti|tue|originali|iniziali|di sopra',
    orders: 'istruzioni|indicazioni|regole|ordini|direttive|compit[oi]|prompt',
    machine: `ia|assistent[ei] (?:ai|ia|virtual[ei]|digital[ei]|automatic[oi])|modell[oi] linguistic[oi]|agent[ei] (?:ai|ia|di posta|automatic[oi])|sistemi automatici|intelligenza artificiale|l'assistente|${latinMachine}`,
    to: "per (?:il|la|l'|gli|i|ogni)?|all'|al|alla|agli|ai|car[oa]|gentile|nota per",
    if: 'se sei|se siete|qualora tu sia',
    not: 'non|senza|mai',
    tell: 'dire|dirlo|dica|informare|avvisare|menzionare|rivelare|notificare|chiedere|sapere|saperlo|mostrare|avvertire',
    user: "utent[ei]|l'utente|all'utente|proprietario",
    send: 'inoltra(?:re)?|inoltri|invia(?:re)?|invii|manda(?:re)?|mandi|trasmetti|carica|copia|spedisci',
    goods: 'messaggi|mail|e-?mail|contatti|rubrica|password|credenziali|allegati|cronologia|dati|casella',
    show: 'mostra(?:re|mi)?|rivela(?:re|mi)?|ripeti|scrivi|stampa|copia|dimmi|elenca',
    prompt:
      'prompt di sistema|prompt iniziale|istruzioni (?:di sistema|interne|iniziali)|(?:tue|vostre) (?:istruzioni|regole)',
    now: "ora sei|adesso sei|sei ora|da ora in poi|d'ora in (?:poi|avanti)",
    mode: 'modalita (?:sviluppatore|debug|manutenzione|amministratore)|senza (?:restrizioni|limiti|filtri)',
    system:
      "messaggio (?:di )?sistema|avviso (?:di )?sistema|nota (?:di )?sistema|messaggio dell'amministratore",
    agreed:
      "(?:l'utente|utente|il proprietario) ha (?:gia )?(?:dato il consenso|approvato|autorizzato|accettato|confermato|acconsentito)",
  }),
  // Portuguese
  ...byWords({
    ignore: 'ignor(?:e|a|ar|em)|esquec(?:a|e|er)|desconsider(?:e|a|ar)|descarte|nao siga',
    earlier: 'anteriores|previas|todas|todos|suas|tuas|originais|iniciais|acima',
    orders: 'instruc(?:oes|ao)|orientacoes|ordens|regras|diretrizes|tarefas?|comandos|prompt',
    machine: `assistentes? (?:de ia|virtua(?:l|is)|digita(?:l|is)|automatic[oa]s?)|modelos? de linguagem|agentes? (?:de ia|de e-?mail|automatic[oa]s?)|sistemas? automatic[oa]s?|inteligencia artificial|o assistente|${latinMachine}`,
    to: 'para (?:o|a|os|as|todo|qualquer)?|ao|aos|a|as|prezad[oa]|car[oa]|nota para|atencao',
    if: 'se (?:voce|tu) (?:e|es|for)|se es|se fores',
    not: 'nao|sem|nunca|jamais',
    tell: 'diga|dizer|conte|contar|inform(?:e|ar)|avis(?:e|ar)|mencion(?:e|ar)|sab(?:er|ia)|pergunt(?:e|ar)|mostr(?:e|ar)|notific(?:ar|que)|revele',
    user: 'usuari[oa]s?|utilizador(?:a|es)?|proprietari[oa]|don[oa]',
    send: 'encaminh(?:e|a|ar)|envi(?:e|a|ar)|mand(?:e|a|ar)|reencaminhe|transmita|carregue|copie',
    goods:
      'mensagens|mensagem|e-?mails?|contatos|contactos|agenda|senhas?|palavras-passe|credenciais|anexos|historico|dados|caixa',
    show: 'mostr(?:e|a|ar)|revel(?:e|a|ar)|diga|repita|escreva|imprima|copie|exiba|liste',
    prompt:
      'prompt (?:do|de) sistema|prompt inicial|instrucoes (?:do sistema|internas|iniciais)|(?:suas|tuas) (?:instrucoes|regras)',
    now: '(?:voce|tu) (?:agora )?(?:e|es|esta) agora|agora (?:voce|tu) (?:e|es|esta)|a partir de agora|de agora em diante|doravante',
    mode: 'modo (?:desenvolvedor|programador|depuracao|manutencao|administrador)|sem (?:restricoes|limites|filtros)',
    system: 'mensagem (?:do )?sistema|aviso (?:do )?sistema|nota (?:do )?sistema|mensagem do administrador',
    agreed:
      '(?:usuario|utilizador|proprietario|titular) ja (?:deu|autorizou|aprovou|aceitou|confirmou|consentiu)',
  }),
  // Dutch
  ...byWords({
    ignore: 'negeer|vergeet|sla over|volg niet|laat varen',
    earlier: 'eerdere|vorige|voorgaande|bovenstaande|alle|jouw|je',
    orders: 'instructies?|opdracht(?:en)?|regels|richtlijnen|aanwijzingen|taak|taken|prompt',
    machine: `ai-?(?:assistent(?:en)?|agent(?:s|en)?|model(?:len)?)?|taalmodel(?:len)?|mailagent|digitale assistent|geautomatiseerde (?:lezers|systemen)|${latinMachine}`,
    to: 'voor (?:de|het|alle)|aan (?:de|het|alle)|beste|bericht voor|let op',
    if: 'als (?:je|u|jij) een|indien u een',
    not: 'niet|niets|zonder|nooit|geen',
    tell: 'vertellen?|vertel|weten|informeren|informeer|melden?|meld|vragen|vermelden|laten zien|merken',
    user: 'gebruikers?|eigenaar|beheerder van de mailbox',
    send: 'stuur|verstuur|verzend|kopieer|zend',
    goods:
      'berichten|e-?mails?|mails?|contact(?:en|enlijst|personen)|wachtwoorden|inloggegevens|bijlagen|geschiedenis|gegevens',
    show: 'toon|laat|geef|herhaal|print|schrijf|onthul',
    prompt: 'systeemprompt|systeeminstructies|(?:je|jouw|uw) (?:instructies|regels)|interne instructies',
    now: '(?:je|jij) bent (?:nu|voortaan)|vanaf nu|voortaan',
    mode: 'ontwikkelaarsmodus|ontwikkelmodus|onderhoudsmodus|zonder (?:beperkingen|regels|filters)',
    system: 'systeem(?:bericht|melding|instructie)|bericht van de beheerder|melding van it',
    agreed:
      '(?:gebruiker|eigenaar) heeft (?:al |reeds )?(?:toestemming|toegestemd|goedgekeurd|ingestemd|bevestigd)',
  }),
  // Polish
  ...byWords({
    ignore: 'zignoruj|ignoruj|zapomnij|pomin|nie przestrzegaj|odrzuc|porzuc',
    earlier: 'poprzedni(?:e|ch)|wczesniejsz(?:e|ych)|wszystkie|wszystkich|swoim|swoje|o|powyzsze',
    orders: 'instrukcj[eai]|instrukcji|polecenia|polecen|zasady|zasad|wytyczne|zadani[aeu]|regul',
    machine: `asystent(?:a|em|ow)? (?:ai|wirtualn[a-z]{1,4})|ai|sztuczn(?:a|ej) inteligencj[aiei]{1,2}|model(?:em|u|i)? jezykow(?:y|ym|ych|ego)|agent(?:a|em|ow)? (?:ai|pocztow[a-z]{1,4})|${latinMachine}`,
    to: 'dla|do|uwaga|drogi',
    if: 'jesli jestes|jezeli jestes|o ile jestes',
    not: 'nie|bez|nigdy',
    tell: 'mow|powiedz|informuj|wspominaj|wiedziec|dowiedziec|pytaj|pytania|pokazuj|zglaszaj|moze',
    user: 'uzytkownik(?:a|owi|iem)?|wlasciciel(?:a|owi)?',
    send: 'przeslij|wyslij|przekaz|skopiuj|udostepnij|zaladuj',
    goods: 'wiadomosci|maile|e-?maile|kontakt(?:y|ow)|hasl(?:a|o)|dane|zalaczniki|historie|skrzynk[aei]',
    show: 'pokaz|wyswietl|ujawnij|podaj|powtorz|wypisz|zacytuj',
    prompt: 'prompt systemowy|instrukcje systemowe|swoje (?:instrukcje|zasady)|ukryte instrukcje',
    now: 'jestes teraz|teraz jestes|od teraz|od tej pory',
    mode: 'tryb(?:ie)? (?:dewelopera|programisty|deweloperski|serwisow)|bez (?:ograniczen|zasad|filtrow)',
    system: 'komunikat systemow(?:y|ego)|wiadomosc systemowa|wiadomosc od (?:administratora|dzialu it)',
    agreed: '(?:uzytkownik|wlasciciel) (?:juz )?(?:wyrazil zgode|zgodzil sie|zatwierdzil|potwierdzil)',
  }),
  // Swedish, Danish, Norwegian
  ...byWords({
    ignore: 'ignorera|ignorer|glom|glem|bortse fran|strunta i|se bort fra|tilsidesaet',
    earlier: 'tidigare|foregaende|alla|dina|ovanstaende|tidligere|alle|dine|forrige|foregaende',
    orders:
      'instruktioner|instruktionerna|instrukser|instruksjoner|regler|anvisningar|riktlinjer|uppgift(?:er)?|opgave|oppgave',
    machine: `ai-?(?:assistent(?:en|er)?|agent(?:en|er)?|modell?(?:en|er)?)?|sprakmodell(?:en|er)?|sprogmodel(?:len|ler)?|ki-?(?:assistent(?:en)?)?|${latinMachine}`,
    to: 'till|til|kare|kjaere|hej|obs',
    if: 'om du ar|hvis du er|dersom du er',
    not: 'inte|ikke|utan|uden|uten|aldrig|aldri',
    tell: 'beratta|fortael|fortell|veta|vide|vite|informera|informer|fraga|sporge|sporre|namna|naevne|visa|vise|saga|far',
    user: 'anvandar(?:e|en)|bruger(?:en)?|bruker(?:en)?|agaren|ejeren|eieren',
    send: 'vidarebefordra|skicka|videresend|ladda upp|kopiera',
    goods:
      'meddelanden|meddelelser|meldinger|mejl|e-?post|e-?mails?|mails?|kontakter|kontaktlist(?:an|en)|losenord|adgangskoder|passord|bilagor',
    show: 'visa|vis|skriv|upprepa|gentag|gjenta|avsloja',
    prompt:
      'systemprompt(?:en)?|systeminstruktion(?:er|erna)?|dina (?:instruktioner|regler)|dine (?:instrukser|regler)',
    now: 'du ar nu|du er nu|du er na|fran och med nu|fra nu af|fra na av',
    mode: 'utvecklarlage|udviklertilstand|utviklermodus|utan (?:begransningar|regler)|uden begraensninger|uten begrensninger',
    system: 'systemmeddelande|systemmeddelelse|systemmelding|meddelande fran (?:it|administratoren)',
    agreed:
      '(?:anvandaren|brugeren|brukeren) har (?:redan |allerede )?(?:godkant|godkendt|godkjent|samtyckt|samtykket)',
  }),
  // Czech, Slovak
  ...byWords({
    ignore: 'ignoruj(?:te)?|zapomen(?:te)?|zabudni|nedbej|preskoc',
    earlier: 'predchozi|predchadzajuce|vsechny|vsetky|drivejsi|svuj|svoj|puvodni',
    orders: 'pokyny|instrukce|instrukcie|pravidla|prikazy|ukol|ulohu',
    machine: `asistent(?:a|y|om)? (?:ai|umele inteligence)|ai|umel(?:a|ou|e|ej) inteligenc(?:e|i|ia|ie)|jazykov(?:y|ym) model(?:em|om)?|agent(?:a|y)? (?:ai|posty)|${latinMachine}`,
    to: 'pro|k|pre|mila|mily|poznamka pro',
    if: 'pokud jsi|jestli jsi|ak si',
    not: 'ne|bez|nikdy|nesmi|nesmie',
    tell: 'rikej|rekni|povedz|dozvedet|dozvediet|vedet|vediet|informuj|zminuj|ptej|potvrzeni',
    user: 'uzivatel(?:e|i|em)?|pouzivatel(?:a|ovi)?|majitel(?:e|i)?|vlastnik',
    send: 'preposli|posli|odesli|odosli|nahraj|zkopiruj',
    goods: 'zprav(?:y|u)?|sprav(?:y)?|e-?maily?|kontakt(?:y|u)|hesla|prilohy|historii|data|udaje',
    show: 'zobraz|ukaz|vypis|zopakuj|prozrad|napis',
    prompt: 'systemovy prompt|systemove (?:instrukce|pokyny)|sve (?:pokyny|instrukce|pravidla)',
    now: 'nyni jsi|ted jsi|od (?:ted|nynejska|teraz)|teraz si',
    mode: 'vyvojarsk(?:em|y) rezim(?:u)?|bez (?:omezeni|obmedzeni|pravidel)',
    system: 'systemova (?:zprava|sprava)|zprava od (?:administratora|spravce)',
    agreed: '(?:uzivatel|pouzivatel) (?:jiz |uz )?(?:souhlasil|suhlasil|schvalil|potvrdil)',
  }),
  // Romanian
  ...byWords({
    ignore: 'ignora(?:ti)?|uita(?:ti)?|nu tine cont de|nu respecta',
    earlier: 'anterioare|precedente|toate|tale|initiale',
    orders: 'instructiuni(?:le)?|regul(?:i|ile)|ordine(?:le)?|sarcin(?:a|ile)|comenzi',
    machine: `asistent(?:ul|ului)? (?:ai|virtual)|model(?:ul)? (?:de limbaj|lingvistic)|inteligenta artificiala|agent(?:ul)? (?:ai|de mail)|${latinMachine}`,
    to: 'pentru|catre|draga|atentie',
    if: 'daca esti|daca sunteti',
    not: 'nu|fara|niciodata',
    tell: 'spune|spuneti|informa|mentiona|stie|afle|intreba|arata',
    user: 'utilizator(?:ul|ului)?|proprietar(?:ul|ului)?',
    send: 'trimite(?:ti)?|redirectioneaza|incarca|copiaza',
    goods: 'mesaje(?:le)?|e-?mailuri(?:le)?|contacte(?:le)?|parole(?:le)?|date(?:le)?|atasamente',
    show: 'arata|afiseaza|dezvaluie|repeta|scrie',
    prompt: 'promptul (?:de sistem|initial)|instructiunile (?:tale|de sistem)|regulile tale',
    now: 'acum esti|esti acum|de acum (?:inainte|incolo)',
    mode: 'modul (?:dezvoltator|de depanare)|fara (?:restrictii|limite)',
    system: 'mesaj (?:de )?sistem|mesaj de la administrator',
    agreed: 'utilizatorul (?:a )?(?:deja )?(?:aprobat|acceptat|confirmat|fost de acord)',
  }),
  // Indonesian, Malay
  ...byWords({
    ignore: 'abaikan|lupakan|hiraukan|jangan ikuti',
    earlier: 'sebelumnya|semua|anda|awal|di atas|terdahulu',
    orders: 'instruksi|perintah|aturan|arahan|tugas|petunjuk',
    machine: `asisten (?:ai|virtual|digital)|ai|model bahasa|kecerdasan buatan|agen (?:ai|email)|pembantu ai|${latinMachine}`,
    to: 'untuk|kepada|bagi|halo|yth',
    if: 'jika (?:anda|kamu)|kalau (?:anda|kamu)|apabila anda',
    not: 'tidak|jangan|tanpa|jangan sampai',
    tell: 'tahu|beri tahu|memberi tahu|memberitahu|beritahu|sebutkan|tanya|meminta|mengetahui|tunjukkan|boleh',
    user: 'pengguna|pemilik',
    send: 'teruskan|kirim(?:kan)?|unggah|salin|hantar',
    goods: 'pesan|email|surel|kontak|kata sandi|kredensial|lampiran|data|riwayat|mesej',
    show: 'tampilkan|tunjukkan|ungkapkan|ulangi|cetak|tuliskan',
    prompt: 'prompt sistem|perintah sistem|instruksi (?:sistem|anda|awal)',
    now: '(?:anda|kamu) sekarang|sekarang (?:anda|kamu)|mulai sekarang',
    mode: 'mode (?:pengembang|debug|pemeliharaan)|tanpa (?:batasan|aturan)',
    system: 'pesan sistem|pemberitahuan sistem|pesan dari administrator',
    agreed: 'pengguna (?:telah|sudah) (?:menyetujui|mengizinkan|setuju|mengonfirmasi)',
  }),
  // Vietnamese
  ...byWords({
    ignore: 'bo qua|quen di|lo di|khong tuan theo|phot lo',
    earlier: 'truoc do|truoc day|tat ca|moi|cu|ban dau',
    orders: 'huong dan|chi dan|chi thi|menh lenh|quy tac|lenh|nhiem vu',
    machine: `tro ly (?:ai|ao)|mo hinh ngon ngu|tri tue nhan tao|tac tu ai|${latinMachine}`,
    to: 'gui|cho|danh cho|kinh gui|luu y',
    if: 'neu ban la|neu la',
    not: 'dung|khong|ma khong|khong can',
    tell: 'cho|noi|bao|biet|thong bao|de cap|hoi|xac nhan',
    user: 'nguoi dung|chu tai khoan|chu hop thu',
    send: 'chuyen tiep|gui|tai len|sao chep',
    goods: 'thu|email|tin nhan|danh ba|mat khau|lien he|tep|du lieu',
    show: 'hien thi|tiet lo|in ra|lap lai|cho xem|viet ra',
    prompt: 'loi nhac he thong|prompt he thong|huong dan he thong|huong dan cua ban',
    now: 'bay gio ban la|ban bay gio la|tu bay gio|ke tu bay gio',
    mode: 'che do (?:nha phat trien|go loi|bao tri)|khong (?:gioi han|han che)',
    system: 'thong bao he thong|tin nhan he thong|thong bao tu quan tri vien',
    agreed: 'nguoi dung da (?:dong y|chap thuan|xac nhan|cho phep)',
  }),
  // Turkish: the verb stands last.
  ...rule(
    'override_instruction',
    1,
    '\\b(?:onceki|daha onceki|tum|butun|yukaridaki) ~3(?:talimat|yonerge|komut|kural|gorev)[a-z]{0,10} ~2(?:yok say|gormezden gel|unut|dikkate alma|goz ardi et|bosver)',
    '\\b(?:gorevini|talimatlarini|kurallarini) ~1(?:unut|yok say|birak)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\b(?:yapay zeka|ai) ~1(?:asistan|ajan|model)(?:a|i|lar|lara|lari|larina|ina|ine|e|lere|lerine)? ?[:,!]',
    '\\bdil modeli(?:ysen|ysin|yseniz|sen|siniz)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    0.4,
    '\\b(?:yapay zeka|ai) ~1(?:asistan|ajan|model)[a-z]{0,10}',
    '\\bdil modeli[a-z]{0,6}\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\bkullanici(?:ya|nin|yi)? ~4(?:soyleme|bildirme|haberi olmasin|bilmesin|gosterme|sorma|haber verme)',
  ),
  ...rule('secrecy', 0.5, '\\b(?:onay|izin) (?:istemeden|almadan|beklemeden)\\b'),
  ...rule(
    'exfiltration',
    0.5,
    '\\b(?:ileti|mesaj|e-?posta|kisi|parola|sifre|mail)[a-z]{0,10} ~6(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:\\S{3,60}) ~3(?:ilet|gonder|yukle|aktar)',
  ),
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:sistem (?:istemi|komutu|talimat|prompt)|talimatlarin)[a-z]{0,8} ~3(?:goster|yaz|acikla|tekrarla|ifsa et|paylas)',
  ),
  // Russian, Ukrainian
  ...rule(
    'override_instruction',
    1,
    '(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|не следуй(?:те)?|отмени(?:те)?|отбрось(?:те)?|ігноруй(?:те)?|проігноруй(?:те)?|забудьте|не зважай(?:те)?) ~4(?:инструкци|указани|правил|задани|задач|команд|промпт|інструкці|вказівк|завданн)[а-яіїєґ]{0,4}',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:уважаемый|вниманию|сообщение для|повідомлення для) ~2(?:ии\\b|ші\\b|нейросет|языков(?:ая|ой) модел|мовна модел|искусственн[а-я]{2,4} интеллект|ассистент|асистент|бот\\b|агент)[а-яіїєґ-]{0,12}',
    // Agents and assistants are people as well, and bots are ordered: only who is called nothing else is meant.
    '(?:если (?:ты|вы)|якщо (?:ти|ви)) (?:(?:являе(?:шься|тесь)|сейчас|просто|именно|это|зараз|є) )?(?:(?:ии|ші)\\b|нейросет|языковая модел|мовна модел|искусственный интеллект|штучний інтелект|(?:[а-яіїєґ-]{1,16} )?(?:ассистент|асистент|бот|агент)(?=[,:!(\\n]))',
    '(?:^|[\\n.!?>"(\\[*:-]\\s?)для ~1(?:ии|ші|нейросет(?:и|ей)|языков(?:ой|ых) модел(?:и|ей)|искусственного интеллекта)(?:-[а-яіїєґ]{1,12})?\\s?[:,!(]',
  ),
  ...rule(
    'addressed_to_ai',
    0.1,
    'для ~1(?:ии\\b|ші\\b|нейросет|языков(?:ая|ой) модел|искусственн[а-я]{2,4} интеллект)[а-яіїєґ-]{0,12}',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:не|без|ничего|нічого) ~2(?:сообщай|говори|рассказывай|упоминай|спрашивай|уведомляй|знать|показывай|спрашивая|подтверждени|повідомляй|кажи|знати|підтвердженн)[а-яіїєґ]{0,4} ~3(?:пользовател|владельц|человек|користувач|власник)[а-яіїєґ]{0,4}',
    '(?:пользовател|владел|користувач|власник)[а-яіїєґ]{0,4} ~3(?:не|нічого) ~2(?:знать|узнать|видеть|знати|бачити|дізнатися)',
    'не спрашивая (?:подтверждения|разрешения)',
  ),
  ...rule(
    'exfiltration',
    1,
    '(?:перешли|отправь|вышли|скопируй|загрузи|передай|надішли|відправ)(?:те)? ~4(?:пис[еь]м|сообщени|контакт|парол|данн|вложени|переписк|лист|повідомленн|дан)[а-яіїєґ]{0,6} ~8(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)',
  ),
  ...rule(
    'prompt_leak',
    1,
    '(?:покажи|выведи|раскрой|повтори|напечатай|назови|виведи|розкрий)(?:те)? ~4(?:системн[а-яії]{2,3} (?:промпт|инструкци|сообщени|інструкці|підказк)|сво[ийюї]{1,2} (?:инструкци|правил|інструкці|промпт)|начальн[а-я]{2,3} инструкци)[а-яіїє]{0,3}',
  ),
  ...rule(
    'role_change',
    1,
    '(?:теперь ты|ты теперь|с этого момента|отныне|відтепер|тепер ти) ~4(?:режим|ассистент|модел|бот|без ограничени|агент|асистент|без обмежен)[а-яіїєґ]{0,6}',
  ),
  ...rule(
    'fake_authority',
    0.4,
    '(?:^|[\\n.!>(\\[<] ?)(?:системное (?:сообщение|уведомление)|системне повідомлення|сообщение от (?:администратора|системы|отдела ит)) ?[:>\\])]',
    '(?:пользователь|владелец|користувач) (?:уже |вже )?(?:дал согласие|согласился|одобрил|разрешил|подтвердил|дав згоду|погодився)',
  ),
  // Arabic, Hebrew, Hindi
  ...rule(
    'override_instruction',
    1,
    '(?:تجاهل|انس|تجاوز|اهمل|أهمل)(?:وا|ي)? ~3(?:التعليمات|الأوامر|القواعد|الاوامر|التوجيهات|مهمتك|تعليماتك)',
    '(?:התעלם|שכח|התעלמי|שכחי) ~3(?:הוראות|ההוראות|הנחיות|ההנחיות|הכללים|המשימה)',
    '(?:पिछले|पूर्व|सभी|अपने) ~3(?:निर्देश|निर्देशों|नियमों|आदेशों|कार्य) ~2(?:अनदेखा|नजरअंदाज|भूल|भुला)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:إلى|الى|ملاحظة|لل|يا|كنت) ~2(?:المساعد الذكي|مساعد الذكاء|الذكاء الاصطناعي|نموذجا? لغويا?|نموذج اللغة|النموذج اللغوي|الوكيل الذكي)',
    '(?:एआई|कृत्रिम बुद्धिमत्ता|भाषा मॉडल) ~1(?:सहायक|एजेंट|मॉडल|के लिए|हो)',
    '(?:לעוזר|עבור|לסוכן|אם אתה) ~2(?:בינה מלאכותית|ai|מודל שפה|הבינה)',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:لا|دون|بدون) ~1(?:تخبر|تخبري|إخبار|اخبار|إعلام|تذكر|علم|سؤال) ~2(?:المستخدم|صاحب|المالك)',
    'उपयोगकर्ता (?:को )?~2(?:मत बताओ|न बताएं|नहीं बताना|पता न चले)',
  ),
  ...rule(
    'exfiltration',
    0.5,
    '(?:أرسل|ارسل|أعد توجيه|اعد توجيه|حول|انسخ|ارفع) ~4(?:رسائل|الرسائل|البريد|جهات|كلمات|البيانات|المرفقات) ~8(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)',
    '(?:संदेश|संपर्क|पासवर्ड|ईमेल) ~5(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:\\S{3,60}) ~3(?:भेज|अग्रेषित)',
  ),
  ...rule(
    'prompt_leak',
    1,
    '(?:اعرض|أظهر|اظهر|اكشف|كرر|اطبع) ~3(?:تعليمات النظام|موجه النظام|تعليماتك|التعليمات الأولية)',
    '(?:सिस्टम प्रॉम्प्ट|अपने निर्देश) ~3(?:दिखाओ|बताओ|लिखो|दोहराओ)',
  ),
  // Chinese, Japanese, Korean: no white space between words.
  ...rule(
    'override_instruction',
    1,
    '(?:忽略|无视|無視|忘记|忘掉|不要理会|不用管|抛开|忽視|忘記)[^。\\n]{0,10}(?:指令|指示|规则|規則|命令|提示词)',
    // Tasks and rules are cancelled and out of force every day.
    '(?:指示|命令|ルール|指令|制約|規則|プロンプト)[^。\\n]{0,10}(?:無視|忘れ|破棄|従わない)',
    '(?:지시|명령|규칙|지침|프롬프트)[^.\\n]{0,8}(?:무시|잊|따르지)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:致|告|如果你是|若你是|作为)[^。\\n]{0,10}(?:ai助手|智能助手|人工智能|语言模型|ai代理|大模型|邮件代理|智能体|ai系统)',
    '(?:ai|人工知能|メール)(?:アシスタント|エージェント|モデル)(?:へ(?!の新)|宛)',
    '言語モデル(?:であれば|なら|へ(?!の)|の場合)',
    '(?:ai|인공지능) ?(?:비서|에이전트|어시스턴트|모델|도우미)(?:에게|라면|께)',
    '언어 ?모델(?:이라면|이면|에게)',
  ),
  // As the subject of a sentence it is what is written about.
  ...rule(
    'addressed_to_ai',
    0.4,
    '(?:给|请)[^。\\n]{0,10}(?:ai助手|智能助手|人工智能|语言模型|ai代理|大模型|邮件代理|智能体|ai系统)',
    '(?:ai|人工知能|メール)(?:アシスタント|エージェント|モデル)(?:に|は|向け)',
    '言語モデルは',
    '(?:ai|인공지능) ?(?:비서|에이전트|어시스턴트|모델|도우미)(?:는|가)',
    '언어 ?모델은',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:不要|无需|無需|不得|(?<!分)别|勿|不必|不用|切勿)[^。\\n]{0,6}(?:告诉|告知|通知|询问|提及|确认|征求|让)[^。\\n]{0,4}(?:用户|使用者|主人|用戶|本人)',
    '(?:用户|用戶|使用者)(?:不|无需|無需|不需要|不必)(?:知道|确认|知情|知曉)',
    'ユーザーに(?:は)?[^。\\n]{0,8}(?:知らせ|伝え|言わ|報告|通知|確認|見せ)(?:ない|ず|ること?なく)',
    '(?:確認|承認)(?:を取ら|を求め)(?:ず|ない)',
    '사용자(?:에게|가|의)[^.\\n]{0,8}(?:알리지|말하지|모르게|보여주지|묻지|확인 없이|알아서는)',
  ),
  ...rule(
    'exfiltration',
    1,
    '(?:转发|转给|上传|轉發)[^。\\n]{0,16}(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)',
    '[^\\s@]{1,40}@[^\\s@]{3,60} ?(?:に|へ|宛に)[^。\\n]{0,10}転送(?!され|しました|いたし)',
    '[^\\s@]{1,40}@[^\\s@]{3,60} ?(?:로|으로|에게)[^.\\n]{0,8}전달(?!되|했|하였|하지|할 수 없|에 실패)',
  ),
  // Every notice says where it was sent.
  ...rule(
    'data_request',
    1,
    '(?:发送|发给|寄给|發送)[^。\\n]{0,16}(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)',
    '[^\\s@]{1,40}@[^\\s@]{3,60} ?(?:に|へ|宛に)[^。\\n]{0,10}(?:送信し(?:て|ろ)|送っ|送り|送れ)',
    '[^\\s@]{1,40}@[^\\s@]{3,60} ?(?:로|으로|에게)[^.\\n]{0,8}(?:보내|전송하|발송하)(?!드렸|였|고 있)',
  ),
  ...rule(
    'prompt_leak',
    1,
    '(?:显示|输出|透露|告诉我|重复|打印|泄露|公开|顯示)[^。\\n]{0,10}(?:系统提示|提示词|系统指令|初始指令|你的指令|内部指令|系統提示)',
    '(?:システムプロンプト|初期指示|内部の?指示|あなたの指示)[^。\\n]{0,8}(?:表示|教え|出力|公開|見せ|開示|含め)',
    '(?:시스템 ?프롬프트|초기 지시|내부 지시|당신의 지시)[^.\\n]{0,8}(?:보여|표시|출력|공개|알려)',
  ),
  ...rule(
    'role_change',
    1,
    '(?:你现在|从现在起|現在你|从此刻起)[^。\\n]{0,10}(?:模式|助手|模型|没有任何限制|不受限制|机器人|管理员)',
    '(?:これから|今から|あなたは今)[^。\\n]{0,10}(?:モード|アシスタント|制限の?な|ボット)',
    '(?:지금부터|이제부터|당신은 이제)[^.\\n]{0,10}(?:모드|비서|제한 없|봇|모델)',
  ),
  ...rule(
    'fake_authority',
    0.4,
    '(?:系统消息|系统通知|管理员通知|系统指令|系統訊息) ?[:：\\])]',
    '(?:システムメッセージ|システム通知|管理者からの指示) ?[:：\\])]',
    '(?:시스템 메시지|시스템 알림|관리자 지시) ?[:：\\])]',
    '(?:用户|用戶)(?:已经?|早已)(?:同意|批准|授权|确认)',
    'ユーザーは(?:すでに|既に)(?:承認|同意|許可)',
    '사용자가 (?:이미 )?(?:승인|동의|허락)',
  ),
]
