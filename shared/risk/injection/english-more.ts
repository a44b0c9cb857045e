/** Further patterns in English: hidden instructions by other names, personas, smuggling through links, orders to agents. */
import { type InjectionRule, rule } from './rule.ts'

const show =
  '(?:reveal|show|print|repeat|output|display|tell|share|leak|disclose|give|provide|quote|write|copy|dump|return|recite|spell|expose|describe|surface|emit|echo|list|extract|expos(?:e|ing)|spill)'
const inner =
  '(?:private|hidden|internal|secret|initial|initiali[sz]ation|governing|operating|concealed|confidential|undisclosed|protected|system|developer|preloaded|built-in|underlying)'
const rules =
  '(?:directives?|notes?|instructions?|rules?|preamble|configuration|prompts?|policy|policies|guidelines?|messages?|initiali[sz]ation (?:text|data)|setup|context)'
const limits =
  '(?:rules?|restrictions?|limits?|limitations?|guidelines?|policy|policies|filters?|guardrails?|moderation|safety (?:checks?|rules?|measures?)|refusals?|ethics|morals?|boundaries|censorship|constraints|safeguards?)'
/** Not one that somebody tells of: `an agent that reads the mail of a boat yard`. */
const oneOfMany = '(?<!\\ban? (?:[a-z-]{1,20} )?)'
/** Who writes to one, or tells it what it is, tells of none. */
const spokenTo =
  '\\b(?:to|for|as|at|dear|hello|hi|are|be|any|you.re|attention|attn|note) an? (?:[a-z-]{1,20} )?'
const anAddress = '[^\\s@]{1,40}@[^\\s@]{3,60}'

export const moreEnglish: readonly InjectionRule[] = [
  ...rule(
    'prompt_leak',
    1,
    `\\b${show} ~6${inner} ~2${rules}\\b ~4(?:you|your|above|that|this chat|this session|the (?:model|assistant|ai|agent|bot))\\b`,
    `\\b${show} ~4(?:your|the (?:model|assistant|ai|agent|bot)'?s?) ~2(?:${inner} )?${rules} ~2(?:verbatim|word for word|in full|exactly|unchanged|literally|backwards?|in (?:base64|reverse|another language))\\b`,
    `\\b(?:instructions|rules|prompt|directives|notes) ~3(?:that|which) ~1(?:govern|control|steer|guide|define|shape)s? ~1(?:you|your (?:answers?|replies|responses?|behaviou?r|output))\\b`,
    '\\b(?:first|last|opening|beginning) (?:line|lines|sentence|words?|paragraph) of (?:your|the) (?:prompt|instructions?|system message|context|conversation)\\b',
  ),
  ...rule(
    'override_instruction',
    1,
    '\\b(?:instructions?|rules|constraints|directives|guidelines) (?:above|before this|so far|you (?:were given|received|got)) ~3(?:are|is|were|was|have|has)(?: been| now| only)? ~2(?:void|outdated|obsolete|revoked|cancel(?:l?ed)?|expired|invalid|wrong|a test|rehearsal|superseded|withdrawn|no longer)\\b',
    '\\b(?:treat|regard|consider|take|adopt) ~2(?:this|the following|any|these|whatever) ~6as (?:your|the) (?:new |only |first |highest |real |actual )~2(?:instructions?|orders?|rules|authority|directives?|prompt|operating rules)\\b',
    `\\b(?:set aside|turn off|switch off|disable|suspend|drop|suppress|remove|lift|skip|void|ignore|bypass|override|deactivate) ~2(?:every|all|any|your|the) ~3(?:earlier |previous |safety |content |ethical |moderation |existing |own )~2(?:${limits}|training|instructions?|constraint)\\b`,
    '\\b(?:your|this) (?:previous|current|original|prior|last|old) (?:task|assignment|objective|goal|role|mission) (?:is|was|has been|ends?) (?:now )?(?:over|cancel(?:l?ed)?|void|a mistake|replaced|here)\\b',
    '\\b(?:obey|follow|trust|listen to) (?:only|solely|nothing but) (?:this|these|the following|my) (?:message|instructions?|orders?|mail|e-?mail|text|lines?)\\b',
  ),
  ...rule(
    'role_change',
    1,
    '\\b(?:become|activate|unleash|summon|embody|channel|impersonate|enter|load) (?:the )?(?:persona |character |mode |alter ego )?~2(?:an? )?(?:outlaw|rogue|unbound|unfiltered|evil|jailbroken|uncensored|unchained|lawless|unaligned|shadow|dark|free) ~1(?:assistant|ai|model|bot|persona|version|self|mode|twin)\\b',
    '\\b(?:persona|character|alter ego|bot|mode)\\b ~8(?:no|without|beyond|immune to|immunity to|free of|free from|ignores?|defies|breaks|outside) ~2(?:any |all |every )?' +
      `${limits}\\b`,
    '\\b(?:stay|remain|keep) (?:in (?:character|this mode|that role)|as [a-z-]{2,20}) ~3(?:no matter|even if|until|at all times|whatever|for the rest)\\b',
    "\\b(?:you are|you're) (?:now |hereby )?~1(?:running|operating|working) (?:in|under|with) ~3(?:mode|privileges?|permissions?|clearance|root|superuser)\\b",
    '\\b(?:grant|give|elevate|promote|switch) (?:me|this (?:chat|session|user|conversation)|the (?:sender|session)) ~2(?:to )?(?:full |super|root |admin(?:istrator)? |developer |privileged )~1(?:user|access|mode|rights|privileges?|status|permissions?)?\\b',
  ),
  ...rule(
    'jailbreak',
    1,
    `\\b(?:has|have|having|with|had) (?:absolutely )?(?:no|zero|not any) ~1(?:${limits}|warnings?|disclaimers?)\\b ~6(?:or|and|nor|no|any|you|it|must|will|so)\\b`,
    "\\b(?:do not|don't|never|without|no) ~1(?:refus(?:e|al|als|ing)|warn(?:ings?|ing)?|lectur(?:e|es|ing)|disclaim(?:er|ers|ing)?|apologi[sz](?:e|es|ing)|moral(?:s|i[sz]e|i[sz]ing)?)\\b ~4(?:do not|don't|no|or|and|never|just|nor|me) ~2(?:refuse|warn|lecture|disclaimers?|apologi[sz]e|moralising|answer|mention|warnings?|refusals?)\\b",
    '\\b(?:turn(?:ed)? off|disable[ds]?|remove[ds]?|without|no) (?:the |your |its |any |all )?(?:refusal|moderation|censorship|content polic(?:y|ies)|safety (?:training|layer|filters?|checks?)|guardrails)\\b',
    '\\b(?:hypothetically|in theory|for fiction|in a novel|in this story|as a character)\\b[^\\n]{0,80}\\b(?:no|without|ignore|free of|free from) ~1(?:guidelines|rules|restrictions|limits|laws|filters|consequences|ethics)\\b',
    '\\b(?:stay|stays|always) (?:unfiltered|unrestricted|uncensored)\\b',
    '\\b(?:answer|reply|respond|speak) ~3(?:as|like) ~2(?:both|two|yourself and|chatgpt and|an unfiltered|an uncensored|someone without)\\b',
    '\\b(?:can|could|will|would|must|should|to) (?:never |not )?(?:generate|produce|create|say|write|provide|output|supply|answer) (?:anything|any content|everything|whatever)\\b[^\\n]{0,60}\\b(?:illegal|immoral|unethical|harmful|dangerous|offensive|explicit|forbidden|restricted|asked|request(?:ed)?)\\b',
  ),
  ...rule(
    'exfiltration',
    1,
    // A size and a switch are no data: `?w=120`, `?resize=600%2C400`, `&ssl=1`.
    '!\\[[^\\]\\n]{0,80}\\]\\(https?:[^)\\s]{1,200}[?&][a-z_-]{1,20}=(?!(?:\\d{1,5}|true|false|on|off|auto|cover|crop|webp|png|jpe?g|max|center)(?:[&)%,x;]))',
    // What programs fill in is called by a name of theirs; what a reader is to fill in is described.
    '\\bhttps?:[^\\s]{1,160}[?&][a-z_-]{1,20}=(?:<|\\{|\\[|%3c|%7b)(?![a-z\\d_]{1,24}(?:>|\\}|\\]|%3e|%7d))[^\\n]{0,60}',
    '\\bhttps?:[^\\s]{1,160}[?&][a-z_-]{1,20}=(?:<|\\{|\\[|%3c|%7b)[a-z_]{0,16}(?:secret|password|token|body|content|message|inbox|contact|summary|conversation|history|data|here|prompt|e-?mail|context|text)[a-z_]{0,16}(?:>|\\}|\\]|%3e|%7d)',
    '(?<!\\b(?:if|when|once) (?:you|one|someone|somebody|anyone|i|we) )\\b(?:encoded|embedded|included|append(?:ed)?|put|add(?:ed)?|insert(?:ed)?|place[d]?|attach(?:ed)?|base64) ~4(?:in|into|to|as) (?:the |a |its )?(?:url|link|query (?:string|parameter)|image (?:url|link|source)|address bar|path)\\b',
    `\\b(?:forward|resend|redirect|relay)\\b ~1[("']?(?:e|msg|m|mail|message|id)[-_\\x20]?\\d{2,8}\\b[^\\n]{0,80}\\bto ~3${anAddress}`,
    `\\b(?:concatenate|collect|combine|compile|bundle|zip|gather) ~2(?:all|every|the (?:last|latest)|any) ~4(?:messages?|e-?mails?|mails|files|documents|channels?|threads?|contacts|attachments) ~6(?:and|then|to) ~1(?:post|send|upload|forward|e-?mail|submit|publish)\\b`,
    `\\b(?:send|forward|e-?mail|post|upload|share) ~3(?:body|contents?|text|summary|list|copy|history) of ~6(?:e-?mails?|messages?|mails?|inbox|mailbox|channels?|threads?|conversations?|files?|calendar)\\b ~8(?:to|at) ~1(?:["'\`]?${anAddress}|https?:|www)`,
    `\\b(?:send|forward|e-?mail|give|tell) ~4(?:security|verification|confirmation|login|sign-in|access|reset|one-time|two-factor|2fa|mfa|otp)[\\s-](?:codes?|links?|pins?|tokens?)\\b ~10(?:to|at) ~1["'\`]?(?:${anAddress}|https?:|\\{)`,
    '\\b(?:list|listing|lists|name|report|include) ~1(?:every|all|each) ~2(?:senders?|contacts?|recipients?|subjects?|addresses|accounts?|file names?) ~6(?:in|from|of) (?:your|the|this|his|her|their) (?:inbox|mailbox|address book|account|drive|contacts)\\b',
    '\\b(?:find|locate|read|get|fetch|search) ~5(?:saved|stored) (?:credentials?|passwords?|tokens?|cards?|secrets?|keys?)\\b',
  ),
  ...rule(
    'tool_call',
    1,
    `\\b(?:call|invoke|run|execute|use|please|also|then|now) (?:call |invoke )?[a-z_]{3,30}\\(["'\`][^\\n)]{1,80}["'\`]`,
    '\\b(?:use|using|with|via) (?:the |your )?[a-z]{2,16}_[a-z_]{2,24} (?:tool|function|plugin|action|api|skill|connector)\\b ~4(?:to|and|with|for)\\b',
    '\\b(?:use|invoke|call) (?:the |your )?(?:e-?mail|mail|send|inbox|calendar|browser|browsing|search|web|file|shell|code|payment|banking|contacts?|memory|http|messaging) (?:tool|function|plugin|skill|connector)\\b ~4(?:to|and|with|for)\\b',
    `\\b(?:e-?mail|send) (?:the )?(?:text|message|words?|string) ~1["'\`][^\\n]{1,120}["'\`] to ~1["'\`]?(?:${anAddress}|[a-z])[^\\n]{0,60}\\b(?:subject|title)\\b`,
    `\\b(?:create|schedule|add|book|make) (?:a|an|the) [^\\n.]{0,60}\\b(?:event|meeting|appointment|reservation|booking)\\b[^\\n.]{0,40}\\b(?:participants?|guests?|invitees?|attendees?)\\b ~2["'\`]?${anAddress}`,
  ),
  ...rule(
    'command',
    1,
    '\\b(?:curl|wget) [^\\n|]{1,160}\\| ?(?:sudo )?(?:ba|z)?sh\\b',
    '\\b(?:powershell|cmd|bash|sh) (?:-[a-z]{1,16} ){0,3}-(?:enc|c|command|encodedcommand)\\b',
  ),
  ...rule(
    'secrecy',
    1,
    '\\bnothing ~2(?:shown|visible|displayed|disclosed|mention(?:ed)?|revealed) ~2(?:to )?(?:the |any |your )?(?:users?|owner|humans?|recipient|people|mailbox owner|reader)\\b',
    '\\b(?:not|never|hidden|invisible|without) ~2(?:shown|show|visible|displayed|disclosed|mention(?:ed)?|tell(?:ing)?|display|revealed?) ~2(?:to )?(?:the |any |your )?(?:users?|owner|humans?|recipient|people|mailbox owner|reader)\\b(?!\\sto\\s(?:do|use|run|open|click|install|press|type|try|set|go)\\b)',
    '\\bdo not show (?:the )?(?:user|owner|human|reader|recipient)\\b',
    '\\b(?:for|visible to|meant for|readable by|seen by) (?:ai|llms?|ai (?:agents?|assistants?|models?)|automated (?:readers?|systems?)) (?:only|alone|eyes)\\b',
    '\\b(?:keep|make|leave) (?:this|it|these) (?:hidden|secret|invisible|out of sight) from (?:the |your )?(?:user|owner|human|recipient)\\b',
    '\\b(?:your|the) (?:visible |final |normal |public )?(?:answer|reply|summary|response|output) (?:must|should|has to) (?:look|seem|appear|be) (?:like |as if )?(?:normal|ordinary|usual|unchanged|nothing|an ordinary)\\b',
  ),
  ...rule(
    'fake_authority',
    1,
    '\\b(?:user|owner|account holder|principal) (?:has )?(?:explicitly |already |previously |personally )?request(?:ed|s) (?:that|this|you)\\b',
    '\\b(?:user|owner|account holder|customer|principal|admin(?:istrator)?) (?:has )?(?:explicitly |already |previously |personally )?(?:told me|whitelisted|asked (?:me|you)|wants you|pre-?approved)\\b',
    '\\b(?:user|owner|account holder|principal) (?:has )?(?:explicitly|already|previously|personally) (?:allow(?:ed|s)|instruct(?:ed|s)|approved of|opted in|agreed)\\b',
    '\\b(?:developer|system|admin|operator|internal|assistant|ai|model|agent|llm)[\\s_-](?:directive|internal|instruction|instructions|override)s?\\b ?[:(=\\])](?! ?(?:false|no|off|0)(?:$|[\\n,;.)}\\]#]))',
    "\\b(?:i am|i'm|this is) the (?:developer|engineer|person|team|admin|company) (?:who|that|which) (?:wrote|made|built|created|trained|owns|runs|maintains|programmed) (?:you|your|this (?:model|assistant|agent|bot|ai))\\b",
    '\\b(?:clearance|privileges?|(?:authori[sz]ation|access) level) (?:granted|elevated|confirmed|accepted|verified|unlocked)\\b',
    '\\b(?:maintenance|override|debug) (?:token|code|protocol) ~3(?:accepted|activated|confirmed|in effect|engaged|enabled)\\b',
  ),
  // Help desks keep notes, banks authorise payments, and programs grant access.
  ...rule(
    'fake_authority',
    0.4,
    '\\b(?:developer|system|admin|operator|internal|assistant|ai|model|agent|llm)[\\s_-](?:note|notice|message|memo|command|task)s?\\b ?[:(=\\])]',
    '\\b(?:authori[sz]ation|access) (?:granted|elevated|unlocked)\\b',
    '\\b(?:emergency|override) (?:code|protocol|procedure|mode) ~3(?:accepted|activated|confirmed|in effect|applies|engaged|enabled)\\b',
    '\\buser (?:has )?(?:allow(?:ed|s)|instruct(?:ed|s)|opted in|agreed)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    1,
    '\\b(?:ai|llm|assistant|agent|copilot|model|bot)[\\s_-](?:directive|instructions?|readable|prompt)s?\\b ?[:=>\\])]',
    '\\b(?:llm|copilot)[\\s_-](?:note|notice|task|command|only|message)s?\\b ?[:=>\\])]',
    `${oneOfMany}\\b(?:assistants?|agents?|bots?|models?|llms?|ai systems?|automated (?:readers?|systems?|agents?)) (?:that |who |which )(?:reads?|summari[sz]es?|parses?|sees?|indexes?) the\\b`,
    `${spokenTo}(?:assistants?|agents?|bots?|models?|llms?|ai systems?|automated (?:readers?|systems?|agents?)) (?:that |who |which )(?:reads?|summari[sz]es?|parses?|sees?|indexes?) the\\b`,
    '\\b(?:assistants?|agents?|bots?|models?|llms?|ai systems?|automated (?:readers?|systems?|agents?)) (?:that |who |which )(?:reads?|summari[sz]es?|parses?|sees?|indexes?|process(?:es)?) (?:this|these)\\b',
    '\\b(?:bots?|models?|llms?|ai (?:agents?|assistants?|systems?)|automated (?:systems?|agents?)) (?:that |who |which )(?:process(?:es)? the|(?:handles?|manages?|receives?) (?:this|the|these))\\b',
    // People are called so, too: what these handle is a flat, a claim or a case.
    '\\b(?:assistants?|agents?) (?:that |who |which )(?:process(?:es)? the|(?:handles?|manages?|receives?) (?:this|the|these))(?: ~1(?:e-?mails?|mails?|messages?|inbox(?:es)?|mailbox(?:es)?|threads?|correspondence|text|page|document)\\b|,? (?:must|should|shall|will|is|are|has|have|needs?|please)\\b|[,.:;)])',
    '\\b(?:ai (?:agents?|assistants?|systems?)|agents|bots|llms) may ~1(?:forward|send|delete|reply|add|execute|ignore|disregard|reveal|open|approve|skip)\\b',
    '\\b(?:assistants?|agents?|bots?|llms?|ai (?:agents?|assistants?|systems?)) (?:must|should|shall|are (?:required|asked|instructed|expected|to)|need to|have to)\\b(?! ~2(?:not|never|only|ask|confirm|be|wait|warn))\\b ~3(?:forward|send|delete|execute|disregard|reveal|approve|skip)\\b',
    '\\b(?:you|your) (?:are|is|being) (?:an? |the )?(?:ai|language model|llm|assistant|chatbot|automated agent) ~4(?:with|that|who|which|processing|reading|managing|connected)\\b',
  ),
  // One that somebody tells of.
  ...rule(
    'addressed_to_ai',
    0.2,
    '\\b(?:assistants?|agents?|bots?|models?|llms?|ai systems?|automated (?:readers?|systems?|agents?)) (?:that |who |which )(?:reads?|summari[sz]es?|parses?|sees?|indexes?) the\\b',
  ),
  // What is said of all of them may be a policy or a manual.
  ...rule(
    'addressed_to_ai',
    0.33,
    '\\b(?:assistants?|agents?|bots?|llms?|ai (?:agents?|assistants?|systems?)) (?:must|should|shall|are (?:required|asked|instructed|expected|to)|need to|have to)\\b(?! ~2(?:not|never|only|ask|confirm|be|wait|warn))\\b ~3(?:reply|include|add|follow|ignore|treat|open|call|mark|report|use)\\b',
  ),
  ...rule(
    'addressed_to_ai',
    0.4,
    '\\b(?:ai|assistant|agent|model|bot)[\\s_-](?:note|notice|task|command|only|message)s?\\b ?[:=>\\])]',
  ),
  ...rule(
    'agent_instruction',
    1,
    '\\b(?:when|while|if|once|after|before) (?:you )?(?:summari[sz](?:e|es|ing)|process(?:ing)?|read(?:ing)?|translat(?:e|ing)|index(?:ing)?|pars(?:e|ing)|analy[sz](?:e|ing)|review(?:ing)?) (?:this|the|these|such|my) (?:e-?mail|message|mail|thread|document|repo|page|file|text|invoice|ticket|invite|invitation|resume|cv|post|comment|review)\\b[^\\n]{0,40}\\b(?:also|first|ignore|disregard|include|add|call|forward|send|say|state|append|mention|recommend|you must|do not)\\b',
    '\\b(?:say|state|claim|tell (?:the user|them|him|her)|write|mention|recommend) that (?:i|you|he|she|they|the user|everyone) should (?:absolutely|definitely|really|always)\\b',
    '\\b(?:send|transfer|wire) (?:as much|all (?:of )?(?:my|the|your)) (?:money|funds|savings|coins) ~4(?:to|into) ~2(?:account|wallet|iban|[a-z]{2}\\d{10,30})\\b',
    '\\bchange (?:the |my |his |her )?(?:password|recovery (?:e-?mail|address|phone)|pin) (?:of|for) (?:the |this |my )?(?:user|account|owner|mailbox)\\b',
    '\\bfor the next (?:\\d{1,3}|few|two|three|five|ten) (?:turns?|messages?|replies|responses|answers|mails|e-?mails|conversations?)\\b',
    '\\b(?:adopt|obey|execute) (?:any|all|every|the) (?:directives?|instructions?|commands?|orders?|requests?) (?:written |found |contained |hidden |given |included )?(?:in|inside|within|from) (?:the|this|these|that) (?:document|mail|e-?mail|message|page|text|attachment|file|comment)s?\\b',
    '\\b(?:decode|decrypt|unscramble|base64-decode|translate) ~6(?:and|then) (?:then )?(?:execute|obey|do|run|comply|act on|carry out|follow (?:it|them|what|its (?:instructions?|orders?)))\\b',
  ),
  ...rule(
    'agent_instruction',
    0.5,
    '\\b(?:accept|follow|apply) (?:any|all|every) (?:directives?|instructions?|commands?|orders?) (?:written |found |contained |hidden |given |included )?(?:in|inside|within|from) (?:the|this|these|that) (?:document|mail|e-?mail|message|page|text|attachment|file|comment)s?\\b',
  ),
]
