/** How mailers announce quoted history and sign for their users, in the languages they do. */

const wrote =
  'wrote|writes|a écrit|schrieb|geschrieben|escribió|escribio|escreveu|ha scritto|scrisse|schreef|geschreven|skrev|napisał(?:\\(a\\)|a)?|napsal(?:\\(a\\)|a)?|napísal(?:\\(a\\)|a)?|napisao|je napisal|kirjoitti|írta|ezt írta|yazdı|yazmış|написал(?:\\(а\\)|а|и)?|пише|написав|пишет|a scris|έγραψε|כתב(?:ה)?|كتب|写道|寫道|写到|書きました|のメール|님이 작성|작성|đã viết|menulis|va escriure|rašė|rakstīja|kirjutas|napísal|napisala|написа|написао|เขียนว่า|ने लिखा|نوشت'

const from =
  'From|Von|De|Da|Van|Från|Fra|Od|Lähettäjä|От|От кого|Від|Kimden|Gönderen|Feladó|Expéditeur|Remitente|Mittente|Afzender|差出人|发件人|寄件者|寄件人|보낸 사람|送信元|Από|מאת|من|De la|จาก|Từ|Dari|Poslal|از|От кога'

const others =
  'Sent|Date|To|Cc|Bcc|Subject|Reply-To|Importance|Gesendet|Datum|An|Betreff|Kopie|Envoyé(?: le)?|À|A|Objet|Répondre à|Enviado(?: el| em)?|Fecha|Para|Asunto|Assunto|Data|Inviato|Oggetto|Verzonden|Aan|Onderwerp|Skickat|Till|Ämne|Kopia|Sendt|Dato|Til|Emne|Wysłano|Wysłane|Do|Temat|DW|Odesláno|Komu|Předmět|Predmet|Odoslané|Lähetetty|Päiväys|Vastaanottaja|Aihe|Отправлено|Дата|Кому|Тема|Копия|Надіслано|Gönderme|Tarih|Kime|Konu|Küldve|Elküldve|Dátum|Címzett|Tárgy|送信日時|日時|宛先|件名|发送时间|日期|时间|收件人|主题|寄件日期|收件者|主旨|보낸 날짜|받는 사람|제목|Στάλθηκε|Προς|Θέμα|تم الإرسال|تاريخ الإرسال|تاريخ|إلى|الموضوع|نسخة|נשלח(?: ב)?|תאריך|אל|נושא|עותק|Trimis|Către|Subiect|Dată|ส่ง(?:เมื่อ)?|วันที่|ถึง|เรื่อง|สำเนา(?:ถึง)?|Đã gửi|Ngày|Đến|Tới|Chủ đề|Dikirim|Terkirim|Tanggal|Kepada|Ke|Perihal|Subjek|Enviat(?: el)?|Per a|Assumpte|Tema|Poslano|Zadeva|Изпратено|До|Относно|ارسال|به|موضوع'

const subject =
  'Subject|Betreff|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Temat|Předmět|Predmet|Aihe|Тема|Konu|Tárgy|件名|主题|主旨|제목|Θέμα|الموضوع|נושא|Subiect|เรื่อง|Chủ đề|Perihal|Subjek|Assumpte|Tema|Zadeva|Относно|موضوع'

/** That a message was there before, or goes on to somebody: what mailers say of the one below. */
const earlier =
  'origin|original|ursprüng|weitergeleitet|forwarded|transf[ée]r|reenviad|encaminhad|inoltrat|oorspronkelijk|doorgestuurd|ursprunglig|vidarebefordra|oprindelig|videresend|opprinnelig|oryginaln|przekazan|przesłan|původní|přeposl|pôvodn|preposl|alkuperäi|edelleen|välitet|eredeti|továbbít|orijinal|özgün|iletilen|yönlendir|исходн|пересыла|пересла|переадрес|оригінальн|вихідн|redirec|原始|转发|轉寄|元の|転送|원본|전달|αρχικ|προωθ|gốc|chuyển|asli|terusan|الأصلي|محول|מקור|הועבר|ต้นฉบับ|reply'

const message =
  'message|nachricht|bericht|mensaje|mensagem|messaggio|missatge|meddelande|meddelelse|melding|wiadomość|zpráva|správa|viesti|üzenet|ileti|mesaj|сообщение|сообщения|письмо|повідомлення|邮件|郵件|メッセージ|메시지|Μήνυμα|e-mail|email|mail|appointment|wiadomości|besked|brev|الرسالة|رسالة|הודעה|ข้อความ|thư|pesan'

const device =
  "(?:sent|posted)\\s(?:from|via|with|using|by)\\b(?!\\s(?:our|your|their|his|her)\\b|\\s(?:my|the)\\s(?:desk|office|home|house|bed)\\b)|get\\s\\[?(?:outlook|bluemail)|gesendet\\s(?:von|mit|aus)|von\\smeine[mr]\\s[^\\n]{1,60}\\sgesendet|diese\\snachricht\\swurde\\s|envoyé\\s(?:depuis|de|avec|à\\spartir)|envoye\\sde|enviado\\s(?:desde|do|de|con|a\\spartir)|inviato\\s(?:da|con)|verzonden\\s(?:vanaf|met|via)|verstuurd\\s(?:vanaf|met)|skickat\\sfrån|sendt\\sfra|wysłane?\\s(?:z|ze)\\s|odesláno\\s(?:z|ze)\\s|lähetetty\\s|отправлено\\s(?:с|из)\\s|надіслано\\sз\\s|trimis\\s(?:de\\spe|din)|iphone(?:\u2019|')?umdan|[^\\n]{1,40}から送信|發自我的|发自我的|從我的\\s?[^\\n]{1,30}\\s?傳送|나의\\s[^\\n]{1,30}에서\\s보냄|from\\smy\\s(?:iphone|ipad|android|mobile|phone|blackberry)|someone\\sfrom\\smobile"

export const replyMarks = {
  /** First words of an attribution: a preposition of time, or the date itself. */
  attributionStart:
    /^(?:On|At|Am|Le|El|Il|Op|Em|No dia|Den|På|Dnia|W dniu|Dne|Dňa|Dana|Dne|Pe|În|La|Στις|Vào|Pada|Tarih|V|В|Le|Den|Od|From|Van|Von|De|\d{1,4}[-./年\s]|在|於|于|일|[A-Z][a-z]{2,8},?\s\d|"|“)/,
  /** That somebody wrote: what an attribution says, in whatever order. */
  wrote: new RegExp(
    `(?:^|[\\s,>"”)\\]])(?:${wrote})(?:$|[\\s:：<"(,./-])|(?:写道|寫道|書きました|のメール)`,
    'i',
  ),
  /** An attribution whose verb is none of those, or that has none: a year, a time and an address, in any order, and a colon. */
  dateAndAddress:
    /^(?=.{0,300}$)(?=.*(?<!\d)20\d\d(?!\d))(?=.*(?<!\d)[012]?\d[:.][0-5]\d(?!\d)).*<\s{0,3}[^<>\s]{1,200}@[^<>\s]{1,200}>.{0,80}[:：]\p{Cf}{0,4}$/u,
  /** A line between dashes that speaks of a message. */
  divider: new RegExp(
    `^[\\s*_>]{0,4}-{2,}\\s{0,3}[^\\n-]{0,60}(?:${message})(?!\\p{L})[^\\n-]{0,40}-{2,}[\\s*]{0,4}$`,
    'iu',
  ),
  /** What such a line says if the original or a forwarded message follows. */
  earlier: new RegExp(earlier, 'iu'),
  /** A line of Apple's mailers that says so. */
  begin:
    /^\s{0,4}(?:Begin forwarded message|Anfang der weitergeleiteten|Début du message|Inizio messaggio inoltrato|Inicio del mensaje|Início da mensagem (?:re)?encaminhada|Vidarebefordrat|Videresendt|Begin doorgestuurd|Początek przekazywanej|Начало переадресованного|Välitetty viesti|開始轉寄郵件|开始转发的邮件|以下是被转发的邮件|転送されたメッセージ|전달된 메시지)[^\n]{0,40}[:：]?\s{0,4}$/i,
  from: new RegExp(`^[\\s*]{0,10}(?:${from})\\s?[:：]`, 'i'),
  header: new RegExp(`^[\\s*]{0,10}(?:${from}|${others})\\s?[:：]`, 'i'),
  subject: new RegExp(`^[\\s*]{0,10}(?:${subject})\\s?[:：]`, 'i'),
  /** What such a line names; in other scripts than ours it isn't asked for. */
  product:
    /[^\p{Script=Latin}\p{P}\p{N}\p{S}\s]|(?<!\p{L})(?:my|meine[mrn]?|mon|ma|mi|il mio|mio|mijn|min|mitt|moj\p{L}{0,3}|mobil\p{L}{0,8}|i?phone\p{L}{0,5}|i?pad|ios|android|outlook|bluemail|\p{L}{0,8}mail\p{L}{0,8}|samsung|galaxy|huawei|xiaomi|nokia|oneplus|sony|motorola|thunderbird|zoho|superhuman|aol|tuta\p{L}{0,4}|verizon|pixel|blackberry|yahoo|gmail|gmx|web\.de|proton|windows|smartphone|handy|telefon\p{L}{0,3}|tablet|app|device|gerät)(?!\p{L})/iu,
  /** A line that a phone or a mail app signs with. */
  device: new RegExp(`^[\\s(<\\[*_]{0,6}(?:${device})[^\\n]{0,120}$`, 'i'),
} as const

/** Whether a passage is what firms put below their mail: whom it is for, and that it may be secret. */
export const isDisclaimer = (passage: string): boolean =>
  /confidential|privileged|disclaimer|intended (?:solely |only )?(?:for|recipient)|virus-free|vertraulich|confidentiel|confidencial|riservat|vertrouwelijk|poufn|конфиденциальн/i.test(
    passage,
  )
