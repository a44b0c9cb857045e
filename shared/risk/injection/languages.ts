/** The main patterns of prompt injection in other languages; no word boundaries where a script has none. */
import { type InjectionRule, rule } from './rule.ts'

export const languages: readonly InjectionRule[] = [
  // German
  ...rule(
    'override_instruction',
    1,
    '\\b(?:ignorier(?:e|en|t)?|vergiss|vergessen|missachte(?:n)?)(?! (?:sie )?nicht\\b) ~2(?:alle|alles|samtliche|saemtliche|deine|ihre|die|jegliche) ~3(?:anweisungen|instruktionen|vorgaben|regeln|befehle|richtlinien)\\b',
    '\\b(?:beachte|befolge)(?:n sie)? ~3(?:anweisungen|instruktionen|vorgaben|regeln|befehle|richtlinien) ~1nicht\\b',
    '\\b(?:beachte|befolge)(?:n sie)? nicht (?:die|deine|ihre) ~2(?:anweisungen|instruktionen|vorgaben|regeln|befehle|richtlinien)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\b(?:informiere|benachrichtige|sage?|erwahne|teile|verrate|frage?) ~3(?:benutzer|nutzer|anwender|user|inhaber|besitzer) ~2(?:nicht|nichts)\\b',
    '\\b(?:erwahne|teile|verrate|sage?) ~2(?:dem|der|den) (?:benutzer|nutzer|anwender|user) ~2(?:davon|daruber|nichts|nicht)\\b',
    '\\bohne ~2(?:den|dem|die|der) (?:benutzer|nutzer|anwender|user|inhaber) ~3(?:zu )?(?:informieren|benachrichtigen|fragen|sagen)\\b',
    '\\bohne (?:ruckfrage|nachfrage)\\b ~2(?:ausfuhren|senden|weiterleiten|erledigen|loschen|uberweisen|beim)\\b',
  ),
  ...rule(
    'secrecy',
    0.5,
    '\\bohne (?:ruckfrage|nachfrage|bestatigung|zustimmung|genehmigung) ~1(?:des|der|vom|beim) (?:benutzers?|nutzers?|users?)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:du bist|sie sind) (?:jetzt|nun|ab sofort|ab jetzt) ~4(?:ki|assistent|modell|modus|bot|agent|ohne)\\b',
    '\\b(?:ab jetzt|ab sofort|von nun an) ~1(?:bist du|sind sie|wirst du|antwortest du|handelst du) ~4(?:ki|assistent|modell|modus|bot|agent|ohne|nur|als)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:leite|leiten sie|sende|senden sie|schicke?|schicken sie|ubermittle) ~2(?:alle|samtliche|den gesamten) ~3(?:e-?mails?|nachrichten|mails|kontakte|passworter|zugangsdaten|posteingang|kontaktliste|daten) ~8(?:an|weiter|zu)\\b',
    '\\b(?:leite|leiten sie|sende|senden sie|schicke?|schicken sie|ubermittle) ~2(?:den|die|mir) ~3(?:passworter|zugangsdaten|posteingang|kontaktliste) ~8(?:an|weiter|zu)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\b(?:hinweis fur|hinweis an|anweisung(?:en)? an|anweisung(?:en)? fur|liebe|achtung|nachricht an) (?:die|den|das|alle)? ?(?:ki|ai|sprachmodell|llm|ki[\\s-](?:assistent(?:en)?|agent(?:en)?|systeme?|modelle?))\\b',
    // Not without an article: `an AI` is English.
    '\\ban (?:die|den|das|alle) ?(?:ki|ai|sprachmodell|llm|ki[\\s-](?:assistent(?:en)?|agent(?:en)?|systeme?|modelle?))\\b',
    '\\ban (?:ki[\\s-](?:assistent(?:en)?|agent(?:en)?|systeme?|modelle?)|sprachmodelle)\\b',
    '\\b(?:wenn|falls) (?:du|sie) eine? (?:ki|sprachmodell|llm|ki[\\s-](?:assistent|agent|system|modell))\\b ~2(?:bist|sind)\\b',
    '\\b(?:wenn|falls) dies eine? (?:ki|sprachmodell|llm|ki[\\s-](?:assistent|agent|system|modell))\\b',
  ),
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:zeige?|verrate|nenne|gib|wiederhole|schreibe?) ~4(?:system-?prompt|systemanweisung(?:en)?|systemnachricht)\\b',
  ),
  // French
  ...rule(
    'override_instruction',
    1,
    "(?<!\\bn')\\b(?:ignore[zr]?|ignorer|oublie[zr]?|ne (?:tenez|tiens) pas compte d[eu]s?)(?! pas\\b) ~2(?:toutes|tous|tout|les|vos|tes|des|ces) ~3(?:instructions?|consignes?|directives?|regles|ordres)\\b",
  ),
  ...rule(
    'secrecy',
    1,
    "\\b(?:ne|sans) ~2(?:dites|dis|informez|informe|prevenez|previens|mentionnez|mentionne|avertissez|prevenir|informer|avertir|signalez|demander) ~4(?:utilisateur|proprietaire|l'utilisateur|l'usager)",
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:tu es|vous etes) (?:maintenant|desormais) ~4(?:ia|assistant|modele|mode|bot|agent)\\b',
    '\\b(?:desormais|a partir de maintenant) ~1(?:tu es|vous etes|tu dois|vous devez|tu vas) ~4(?:ia|assistant|modele|mode|bot|agent|repondre|obeir|agir|ignorer|sans)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    "\\b(?:transfer(?:e|ez|er)|envoi(?:e|es)|envoyez|envoyer|transmet(?:s|tez|tre)?) ~2(?:tous|toutes|tout|l'ensemble) ~4(?:e-?mails?|courriels?|messages?|contacts?|mots de passe|identifiants|boite|donnees|liste) ~8(?:a|vers|au)\\b",
    '\\b(?:transfer(?:e|ez|er)|envoi(?:e|es)|envoyez|envoyer|transmet(?:s|tez|tre)?) ~2(?:les|la|moi|ses|leurs) ~2(?:contacts|mots de passe|identifiants|boite de reception) ~8(?:a|vers|au)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    "\\b(?:a l'attention d[eu]|note (?:a|pour)|instructions? (?:pour|a)|cher|chere|message (?:pour|a)) (?:l'|la |le |les |toute |tout )?(?:ia|assistant ia|intelligence artificielle|modele de langage|agent ia|assistants? virtuels?)\\b",
    '\\bsi (?:tu es|vous etes) (?:une |un )?(?:ia|assistant (?:ia|virtuel|automatique|de messagerie)|modele de langage|intelligence artificielle)\\b',
  ),
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:affiche[zr]?|montre[zr]?|revele[zr]?|donne[zr]?|repete[zr]?) ~4(?:prompt systeme|invite systeme|prompt initial|instructions systeme)\\b',
  ),
  // Spanish
  ...rule(
    'override_instruction',
    1,
    '(?<!\\bno )\\b(?:ignor(?:a|e|en|ar)|olvid(?:a|e|en|ar)|no hagas? caso (?:a|de)|omit(?:e|a|ir)) ~2(?:todas?|todos?|las|los|tus|sus|cualquier) ~3(?:instrucci(?:on|ones)|indicaciones|ordenes|reglas|directrices)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\b(?:no|sin|nunca) ~2(?:digas?|informes?|informar|avises?|avisar|menciones?|mencionar|notifiques?|notificar|decir(?:le|selo)?|reveles?|preguntar|le digas) ~4(?:usuario|propietario|dueno)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:ahora eres|eres ahora|ahora es usted|usted es ahora) ~4(?:ia|asistente|modelo|modo|bot|agente)\\b',
    '\\b(?:a partir de ahora|desde ahora) ~1(?:eres|seras|debes) ~4(?:ia|asistente|modelo|modo|bot|agente|responder|obedecer|actuar|ignorar|sin)\\b',
    '\\b(?:a partir de ahora|desde ahora) ~1(?:actua|actuaras|responde|responderas)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:reenvi(?:a|e|ar)|envi(?:a|e|ar|ame)|mand(?:a|e|ar)) ~2(?:todos?|todas?) ~4(?:correos?|mensajes?|e-?mails?|contactos?|contrasenas?|credenciales|bandeja|datos) ~8(?:a|al|hacia)\\b',
    '\\b(?:reenvi(?:a|e|ar)|envi(?:a|e|ar|ame)|mand(?:a|e|ar)) ~2(?:la|los|las|me|sus) ~2(?:contactos|contrasenas?|credenciales|bandeja de entrada) ~8(?:a|al|hacia)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\b(?:atencion|nota para|instrucci(?:on|ones) para|estimad[oa]|mensaje para|querid[oa]) (?:a |la |el |los |cualquier )?(?:ia|asistente (?:de ia|virtual)|inteligencia artificial|modelo de lenguaje|agente de ia)\\b',
    '\\bsi (?:eres|usted es|es) (?:una? )?(?:ia|asistente (?:de ia|virtual|automatic[oa])|modelo de lenguaje|inteligencia artificial)\\b',
  ),
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:muestra|revela|dime|repite|escribe|imprime) ~4(?:prompt del sistema|prompt de sistema|prompt inicial|instrucciones del sistema)\\b',
  ),
  // Italian
  ...rule(
    'override_instruction',
    1,
    '(?<!\\bnon )\\b(?:ignora(?:re|te)?|dimentica(?:re|te)?) ~2(?:tutte|tutti|tutto|le|i|ogni|tue|qualsiasi) ~3(?:istruzion[ei]|indicazion[ei]|regole|ordini|direttive)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    "\\b(?:non|senza) ~2(?:dire|dirlo|informare|avvisare|menzionare|rivelare|notificare|chiedere|avvertire) ~4(?:utente|all'utente|l'utente|proprietario|dell'utente)\\b",
  ),
  ...rule(
    'role_change',
    1,
    "\\b(?:ora sei|adesso sei|sei ora|da ora in poi(?: sei)?|d'ora in poi) ~4(?:ia|assistente|modello|modalita|bot|agente|risponderai|devi (?:rispondere|obbedire|agire|ignorare))\\b",
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:inoltra(?:re|te)?|invia(?:re|te|mi)?|manda(?:re|te)?|trasmett[ie]) ~2(?:tutte|tutti|tutta|tutto) ~4(?:e-?mail|messaggi|contatti|password|credenziali|posta|dati|casella) ~8(?:a|ad|al|verso)\\b',
    '\\b(?:inoltra(?:re|te)?|invia(?:re|te|mi)?|manda(?:re|te)?|trasmett[ie]) ~2(?:le|i|la|sue) ~2(?:contatti|password|credenziali|casella di posta) ~8(?:a|ad|al|verso)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    "\\b(?:attenzione|nota per|istruzioni per|gentile|caro|messaggio per) (?:all'|l'|la |il |gli |ogni |qualsiasi )?(?:ia|assistente (?:ia|ai|virtuale)|intelligenza artificiale|modello linguistico|agente ai)\\b",
    "\\bse sei (?:un |una |un')?(?:ia|ai|assistente (?:ia|ai|virtuale|automatico)|modello linguistico|intelligenza artificiale)\\b",
  ),
  // Portuguese
  ...rule(
    'override_instruction',
    1,
    '(?<!\\bnao (?:se )?)\\b(?:ignor(?:e|a|ar|em)|esque[cç](?:a|am|er)|desconsider(?:e|ar)) ~2(?:todas?|todos?|tudo|as|os|suas|quaisquer) ~3(?:instruc(?:ao|oes)|orientacoes|regras|ordens|diretrizes)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\b(?:nao|sem|nunca) ~2(?:diga|informe|informar|avise|avisar|mencione|mencionar|notifique|notificar|conte|contar|revele|perguntar) ~4(?:usuario|utilizador|proprietario)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:agora voce e|voce agora e|voce e agora|a partir de agora(?: voce)?) ~4(?:ia|assistente|modelo|modo|bot|agente|responda|deve (?:responder|obedecer|agir|ignorar))\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:encaminh(?:e|a|ar)|envi(?:e|a|ar)|mand(?:e|a|ar)) ~2(?:todos?|todas?) ~4(?:e-?mails?|mensagens|contatos|contactos|senhas|credenciais|caixa|dados) ~8(?:para|a|ao)\\b',
    '\\b(?:encaminh(?:e|a|ar)|envi(?:e|a|ar)|mand(?:e|a|ar)) ~2(?:o|a|os|as|suas) ~2(?:contatos|contactos|senhas|credenciais|caixa de entrada) ~8(?:para|a|ao)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\b(?:atencao|nota para|instrucoes para|prezad[oa]|mensagem para|car[oa]) (?:a |o |os |qualquer )?(?:ia|assistente (?:de ia|virtual)|inteligencia artificial|modelo de linguagem|agente de ia)\\b',
    '\\bse voce (?:e|for) (?:uma? )?(?:ia|assistente|modelo de linguagem|inteligencia artificial)\\b',
  ),
  // Dutch
  ...rule(
    'override_instruction',
    1,
    '\\b(?:negeer|vergeet|negeren)(?! (?:u )?niet\\b) ~2(?:alle|al|de|je|jouw|uw|eventuele) ~3(?:instructies|aanwijzingen|opdrachten|regels|richtlijnen)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\b(?:vertel|informeer|meld|zeg|vraag|zonder) ~4(?:gebruiker|eigenaar) ~2(?:niet|niets|te informeren|te vertellen|te vragen|hierover)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:je bent nu|u bent nu|vanaf nu (?:ben je|bent u|moet je)) ~4(?:ai|assistent|model|modus|bot|agent|een)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:stuur|verzend|verstuur) ~2(?:alle|al) ~4(?:e-?mails?|berichten|contacten|wachtwoorden|inloggegevens|postvak|gegevens) ~8(?:naar|aan|door)\\b',
    '\\b(?:stuur|verzend|verstuur) ~2(?:de|het|mij) ~2(?:contacten|wachtwoorden|inloggegevens|postvak) ~8(?:naar|aan|door)\\b',
  ),
  // Polish
  ...rule(
    'override_instruction',
    1,
    '\\b(?:zignoruj|ignoruj|zapomnij o|pomin) ~2(?:wszystkie|wszelkie|wszystkich|swoje|twoje|poprzednie) ~3(?:instrukcj[ei]|instrukcjach|polece(?:nia|niach)|zasady|wytyczne)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\b(?:nie|bez) ~2(?:mow|informuj|powiadamiaj|wspominaj|informowania|pytania|powiadamiania|zgody) ~3uzytkownik(?:a|owi|u)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:jestes teraz|teraz jestes|od teraz jestes|od tej pory jestes) ~4(?:ai|asystent(?:em|ka)?|model(?:em)?|trybie|bot(?:em)?|agent(?:em)?|bez)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    '\\b(?:przeslij|wyslij|przekaz) ~2(?:wszystkie|cala|caly) ~4(?:e-?maile|wiadomosci|kontakty|hasla|skrzynk[ei]|dane) ~8(?:na|do)\\b',
  ),
  // Russian
  ...rule(
    'override_instruction',
    1,
    '(?:про)?(?:игнорируй(?:те)?|забуд(?:ь|ьте)|пренебреги(?:те)?) ~2(?:все|всех|любые|свои|обо всех|предыдущие|прежние) ~3(?:инструкци|указани|команд|правил|распоряжени)',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:не|без) ~2(?:сообщай(?:те)?|говори(?:те)?|уведомляй(?:те)?|упоминай(?:те)?|рассказывай(?:те)?|информируй(?:те)?|ведома|уведомления) ~3(?:пользовател|владел)',
  ),
  ...rule(
    'role_change',
    1,
    '(?:теперь (?:ты|вы)|(?:ты|вы) теперь|отныне (?:ты|вы)|с этого момента (?:ты|вы)) ~2(?:ии\\b|ассистент|помощник|модел|бот\\b|агент|в режиме|без ограничени)',
    '(?:включи(?:те)?|активируй(?:те)?|перейди(?:те)? в) ~1режим ~1(?:разработчик|администратор|бога|без|отладк)',
  ),
  ...rule(
    'exfiltration',
    1,
    '(?:перешли(?:те)?|отправь(?:те)?|перенаправь(?:те)?|пришли(?:те)?) ~2(?:все|весь|всю|содержимое) ~4(?:письм|сообщени|контакт|парол|почт|учетн|входящ|адресн)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:внимание|инструкци[яи] для|сообщение для|уважаем(?:ый|ая)|примечание для|заметка для) ~1(?:ии\\b|ассистент|ии-ассистент|ии-помощник|нейросет|языков(?:ая|ой) модел|искусственн)',
  ),
  // Turkish
  ...rule(
    'override_instruction',
    1,
    '\\b(?:onceki|tum|butun|yukaridaki) ~2(?:talimatlari|yonergeleri|komutlari) ~2(?:yoksay|gormezden gel|unut|dikkate alma|goz ardi et)',
  ),
  // Arabic
  ...rule(
    'override_instruction',
    1,
    '(?:تجاهل|انس) ~2(?:جميع|كل|كافة)? ?~1(?:التعليمات|الاوامر|الأوامر|الإرشادات|القواعد)',
  ),
  // Chinese
  ...rule(
    'override_instruction',
    1,
    '(?:请)?(?:忽略|忘记|忘掉|无视|無視|不要理会|忽視)[^。\\n]{0,8}(?:之前|以前|先前|上面|上述|以上|前面|所有|一切|全部)[^。\\n]{0,8}(?:指令|指示|规则|規則|提示|命令)',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:不要|请勿|(?<!分)别|切勿|无需|不得)[^。\\n]{0,4}(?:告诉|告知|通知|提及|询问)[^。\\n]{0,4}(?:用户|使用者|主人|收件人)',
  ),
  ...rule(
    'role_change',
    1,
    '(?:你现在是|从现在开始[,,]?你(?:是|必须|要|将作为|扮演)|从现在起[,,]?你(?:是|必须|要|将作为|扮演)|你現在是|进入[^。\\n]{0,3}(?:开发者|管理员|调试|越狱|无限制)模式)',
  ),
  ...rule(
    'exfiltration',
    1,
    // Every notice has been sent to somebody: it is the whole of the mailbox, or its secrets, that nobody sends.
    '(?:转发|发送|發送|轉發|发给|导出)[^。\\n]{0,6}(?:所有|全部|每封|一切|最近)[^。\\n]{0,8}(?:邮件|郵件|密码|密碼|联系人|聯絡人|收件箱|凭证|数据|通讯录)[^。\\n]{0,10}(?:到|至|给|給)',
    '(?<!已)(?:将|把)[^。\\n]{0,6}(?:所有|全部|每封|一切|最近|收件箱|联系人|通讯录|凭证|密码(?!重置))[^。\\n]{0,12}(?:转发|发送|發送|轉發|发到|发给)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:致|尊敬的|如果你是)[::]?[^。\\n]{0,6}(?:ai(?:助手|系统|代理|模型|$|[::,,])|人工智能|语言模型|智能助手)',
  ),
  ...rule('prompt_leak', 1, '(?:显示|输出|告诉我|透露|重复|打印)[^。\\n]{0,8}(?:系统提示|提示词|系统指令)'),
  // Japanese
  ...rule(
    'override_instruction',
    1,
    '(?:以前|前|これまで|上記|すべて|全て|今まで)[^。\\n]{0,8}(?:指示|命令|ルール|プロンプト|指令)[^。\\n]{0,6}(?:無視|忘れ)',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:ユーザー|利用者|所有者)(?:に|には|へ)[^。\\n]{0,10}(?:知らせ|伝え|言わ|教え|通知し|報告し)[^。\\n]{0,4}(?:ない|ず)',
  ),
  ...rule(
    'role_change',
    1,
    '(?:あなたは今(?:から)?|今からあなたは|これからあなたは|今後あなたは)[^。\\n]{0,16}(?:モード|アシスタント|エージェント|ボット|ai|モデル|制限)',
  ),
  ...rule(
    'exfiltration',
    1,
    '(?:すべて|全て|全部|全員|最新)の?[^。\\n]{0,8}(?:メール|連絡先|データ|メッセージ)[^。\\n]{0,16}(?:転送し|送信し|送って)(?!ました|ており|おります)',
    '(?:パスワード|連絡先一覧|連絡先リスト|受信トレイ|受信箱|認証情報)を?[^。\\n]{0,12}(?:転送し|送信し|送って)(?!ました|ており|おります)',
    'メールを?[^。\\n]{0,12}転送し(?:て(?:ください|下さい|くれ)|ろ|なさい)',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '(?:aiアシスタント|ai|人工知能|言語モデル)(?:への|へ|宛)[^。\\n]{0,8}(?:指示|連絡|メッセージ|注意)',
  ),
  // Korean
  ...rule(
    'override_instruction',
    1,
    '(?:이전|위의|모든|앞의|기존)[^.\\n]{0,10}(?:지시|명령|지침|규칙|프롬프트)[^.\\n]{0,6}(?:무시|잊어)',
  ),
  ...rule(
    'secrecy',
    1,
    '(?:사용자|소유자)(?:에게|한테)[^.\\n]{0,10}(?:알리지|말하지|통보하지|언급하지|보고하지)',
  ),
  ...rule('role_change', 1, '(?:당신은|너는) (?:이제|지금부터)|(?:이제부터|지금부터) (?:당신은|너는)'),
  ...rule(
    'exfiltration',
    1,
    '(?:모든|전체|전부|최근)[^.\\n]{0,8}(?:이메일|메일|연락처|데이터|메시지)[^.\\n]{0,16}(?:(?:전달|전송)하(?!였|고 있|는 중)|보내(?:세요|십시오|라|줘| 줘|고))',
    '(?:비밀번호|연락처|받은편지함)를?[^.\\n]{0,12}(?:(?:전달|전송)(?:하세요|하십시오|해|하라|하고)|보내(?:세요|십시오|라|줘| 줘|고))',
  ),
]
