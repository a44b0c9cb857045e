/** Patterns of prompt injection in English, and in the formats of chats and tools. */
import { type InjectionRule, rule } from './rule.ts'

const ignore =
  "\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?|overrule|discard|set aside|do not follow|don't follow|stop following|do not obey|pay no attention to|supersedes?|circumvent|skip|erase|throw away|void|cancel|neglect|drop)"
/** Orders, bookings and files are dropped and cancelled every day: these verbs need an object that only a reader obeys. */
const obeyed =
  '(?:instructions?|prompts?|directives?|guidelines|rules|directions|commands?|programming|safeguards?)'
const ignoreMore =
  "\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?|do not follow|don't follow|stop following|do not obey|pay no attention to|circumvent)"
const earlier =
  '(?:previous|previously|prior|above|earlier|preceding|foregoing|existing|original|initial|former|past|before|other|old|current|given|all)'
const orders =
  '(?:instructions?|prompts?|directives?|guidelines|guidance|rules|directions|commands?|constraints|restrictions|programming|training|safeguards?|safety|tasks?|policies|protocols?|context|content|text|assignments?|orders|everything|filters?)'
const ai =
  '(?:ai|a\\.i\\.|llm|llms|language models?|large language model|gpt|chatgpt|claude|gemini|copilot|chat ?bots?|ai[\\s-](?:assistants?|agents?|models?|systems?|bots?)|(?:email|mail|inbox|virtual|digital|automated|autonomous|smart|intelligent)[\\s-](?:assistants?|agents?|bots?)|assistants?)'
/** What stands behind `AI` where people, firms and events are meant. */
const nobody =
  '(?!\\s{0,2}(?:manager|director|professor|secretary|editor|coach|attorney|general|principal|vice|to the|company|companies|firms?|start-?ups?|labs?|teams?|groups?|clubs?|communit(?:y|ies)|engineers?|developers?|researchers?|scientists?|experts?|consultants?|specialists?|students?|teachers?|users?|customers?|leaders?|professionals?|practitioners?|enthusiasts?|platforms?|products?|providers?|vendors?|business(?:es)?|projects?|courses?|conferences?|summits?|meetups?|newsletters?|news|first|powered|driven|native|based)\\b)'
/** How an order begins, which what somebody will do, or others did, doesn't. */
const ordered =
  '(?:(?:^|[\\n.!?>:;*\\]] ?)|\\b(?:please|kindly|must|should|shall|also|then|now|you (?:will|have to|are to|need to)|(?:want|need|ask|instruct) you to) )'
/** Not behind who does it: `we'll always remember`. */
const notTold =
  '(?<!\\b(?:i|we|they|he|she|who|people|those|not)(?:.(?:ll|d)| will| can| may| would| could| do)?(?: always| still| never| not)? )'
const machine =
  '(?:ai|llms?|language models?|large language models?|gpt|chatgpt|chat ?bots?|(?:ai|llm|email|mail|inbox|virtual|digital|automated|autonomous|processing)[\\s-](?:assistants?|agents?|models?|systems?|bots?)|assistants?|agents?(?= (?:reading|processing|handling)))'
const secret =
  '(?:passwords?|passcodes?|credentials?|api[\\s_-]?keys?|access[\\s_-]?tokens?|tokens|secrets?|private keys?|ssh keys?|secret keys?|env(?:ironment)?[\\s_-]variables?|recovery codes?|(?:verification|security|two-factor|2fa|mfa|one-time|login|auth(?:entication)?) codes?|otps?|session cookies?|password reset (?:links?|e-?mails?|codes?)|reset links?)'
const mailbox =
  '(?:inbox(?:es)?|mailbox|mail ?box|e-?mails?|messages?|mails|correspondence|threads?|conversations?|conversation history|chat history|chat logs?|contacts?|contact list|address book|calendar|attachments?|drafts?|customer (?:data|list|records|database)|personal (?:data|information|details)|database|files)'
const handOut =
  '(?:forward(?:ing)?|send(?:ing)?|e-?mail(?:ing)?|transmit|upload|post|export|leak|exfiltrate|share|copy|bcc|relay|submit|dump|hand over|reveal|disclose|provide|give|include|append|attach|collect|gather|extract|reply with|respond with|list|show|print|output|encode|retrieve|fetch|look up|search for|find)'
const person =
  '(?:users?|owner|account owner|human|humans|account holder|principal|your (?:user|owner|human|operator|boss|principal))'

const aside = '(?:leave|flag|label|ask|wait|stop|skip|decline|refuse|quarantine)'
/** What a policy has a program do with what it should not obey, where the sentence has it do nothing else: `leave it and flag it`. */
const putsAside = ` ~1(?:(?:leave|flag|label|skip|decline|refuse|quarantine) (?:it|them|such)\\b|(?:ask|wait for) (?!for\\b|nobody\\b|nothing\\b|no one\\b|none\\b)|(?:wait|stop)(?= ?(?:[.!?]|and\\b|$)))(?![^.!?]{0,200}(?:\\b(?:and|then|or|but)|[,;:]) (?!(?:and |then |or )?(?:it |them )?${aside}\\b))`

/** Not `send a mail to`, `send your questions to`: who is only to write to somebody hands out nothing. */
const toWrite =
  '(?! (?:e-?mail|mail) to\\b)(?! ~2(?:an?|any|blank|empty|your) ~1(?:e-?mail|mail|message|note|line|feedback|comments?|questions?|suggestions?|enquir(?:y|ies)|inquir(?:y|ies))\\b)'
/** An address that is no list's own, or a page. */
const place =
  '(?![^\\s@]{0,40}(?:subscribe|-request|-owner|majordomo|listserv))[^\\s@]{1,40}@[^\\s@]{3,60}|https?:'

export const english: readonly InjectionRule[] = [
  // Overriding.
  ...rule(
    'override_instruction',
    1,
    `${ignore} ~2(?:all|any|every|everything|each|your|its|the|these|those|my) ~2(?:of )?(?:the |your |these |my |any |all )?${earlier} ~2${obeyed}\\b`,
    `${ignoreMore} ~2(?:all|any|every|everything|each|your|its|the|these|those|my) ~2(?:of )?(?:the |your |these |my |any |all )?${earlier} ~2${orders}\\b`,
    `${ignore} ~1(?:your|its) ~2(?:instructions|prompt|guidelines|programming|training|safeguards|directives|system (?:prompt|message|instructions))\\b`,
    `${ignore} ~1(?:everything|anything|all|whatever|what) ~3(?:above|before|previously|you (?:were|have been|are) ~1(?:told|instructed|given|asked|programmed)|i (?:said|told|wrote)(?!\\s(?:about|regarding|concerning|yesterday|last (?:week|night|time|month|year)|this morning|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|in (?:my|the) (?:last )?(?:e-?mail|mail|message|meeting|call|note))\\b))\\b`,
    `${ignore} ~3(?:system|developer|safety|security|content|ethical) (?:prompts?|instructions?|guidelines|messages?|rules|policies|policy|filters?)\\b`,
  ),
  ...rule(
    'override_instruction',
    0.9,
    '\\b(?:these|this|the following|new|my) ~2(?:instructions?|rules|directives?|prompt|message|commands?) ~2(?:overrides?|supersedes?|replaces?|takes? (?:precedence|priority) over|have priority over) ~3(?:previous|prior|earlier|all|any|other|existing|your|system)\\b',
    '\\b(?:your (?:new|real|actual|true|only|updated|primary) (?:task|instructions?|goal|objective|purpose|mission|directives?|rules|role|prompt)s?|the (?:new|real|actual|true|only|updated) (?:task|instructions?|directives?|prompt)s?) (?:(?:is|are|will be) (?:now )?(?:to|as follows|the following|simple|this)|now)\\b',
    '\\b(?:new|updated|revised|real) (?:system |secret |top |high )?(?:priority )?(?:instructions?|prompt|directives?) for (?:the (?:ai|assistant|agent|model))\\b',
    '\\b(?:stop|abandon|pause|halt) ~2(?:your|the) (?:current|original|previous|present) (?:task|instructions?|goal|objective|job|work)\\b',
    "\\b(?:instead of|rather than) ~3(?:your|the) (?:original|previous|initial|given|user'?s?) (?:task|instructions?|prompt|query)\\b",
    "\\bbefore (?:you can |you |solving |completing |answering |doing |continuing |processing ){1,3}~4(?:(?:the |my |your |this |any )task|(?:user'?s? |original )(?:request|question))\\b",
  ),
  ...rule(
    'override_instruction',
    0.4,
    '\\b(?:new|updated|revised|real) (?:system |secret |top |high )?(?:priority )?(?:instructions?|prompt|directives?) (?:for you|follow|below|to follow)\\b',
  ),
  ...rule(
    'override_request',
    1,
    `${ignore} ~3${earlier} ~2(?:instructions?|directions|guidelines|directives?|rules|prompts?)\\b`,
  ),
  // Roles and modes.
  ...rule(
    'role_change',
    1,
    `\\byou (?:are|will be|'re|must be) (?:now|henceforth|hereby) ~4(?:${ai}|model|agent|bot|mode|dan|unrestricted|jailbroken|free from|free of|no longer (?:bound|restricted|limited)|terminal|hacker|admin(?:istrator)? mode|root|god)\\b`,
    "\\b(?:you are now|you're now|system is now|assistant is now|now operating) (?:in|operating in|running in|entering) ~3mode\\b",
    `\\b(?:from now on|henceforth|from this point (?:on|forward|onwards?)) ~2(?:you (?:are|will|must|shall|should|have to) ~3(?:${ai}|model|agent|bot|dan|act|behave|answer|respond|obey|comply|follow|ignore|disregard|operate|unrestricted|free of|free from|no longer bound)|act as|behave as|your (?:name|role|task|job))\\b`,
    `\\b(?:act|behave|respond|answer|function|operate) (?:as|like) (?:if you (?:are|were|have|had)|(?:an? |my |the )~3(?:${ai}|unrestricted|unfiltered|hacker|terminal|linux|dan|system|administrator|developer|expert|character))\\b`,
    '\\b(?:from (?:now on|this moment(?: on)?|here on)|for the rest of (?:this|our) (?:chat|conversation)|in this chat) ~2you ~1(?:answer|respond|reply|speak|talk|act|behave|play)\\b',
    '\\b(?:stay|remain|keep|always be) in (?:character|role)\\b',
    "\\b(?:never|do not|don't|must not|without) (?:break|breaking|leave|leaving|drop|dropping) (?:the |your |out of )?(?:character|role)\\b",
    '\\b(?:roleplay|role-play|role play) ~1(?:as|being|to be)\\b',
    '\\b(?:assume|adopt|take on) ~1(?:role|identity|persona) (?:of|as)\\b',
    "\\b(?:pretend|imagine|simulate) (?:that )?(?:to be|you are|you're|being|you have no|you were) ~3(?:ai|assistant|model|bot|unrestricted|evil|hacker|dan|without|no longer|terminal|character|free|able to)\\b",
    '\\b(?:enter|enable|activate|switch (?:to|into)|engage|initiate|unlock|turn on|go into|enters|activated|enabled|entering) ~3(?:dan|god|sudo|jailbreak|unrestricted|override|superuser|privileged|evil|opposite) mode\\b',
    '\\b(?:dan|god|sudo|jailbreak|unrestricted|override) mode (?:is |has been |now )?(?:now )?(?:enabled|activated|active|on|engaged|unlocked)\\b',
    '\\byour (?:new )?(?:name|role|persona|identity) (?:is|will be) (?:now )?(?:an? |the )?~1(?:dan|unrestricted|evil|hacker|assistant|ai|bot|system)\\b',
  ),
  // Modes that products have, too.
  ...rule(
    'role_change',
    0.5,
    '\\b(?:enter|enable|activate|switch (?:to|into)|engage|initiate|unlock|turn on|go into|enters|activated|enabled|entering) ~3(?:developer|dev|debug|debugging|admin|administrator|root|maintenance|diagnostic|test|training|agent) mode\\b',
    '\\b(?:developer|debug|maintenance|admin) mode (?:is |has been |now )?(?:now )?(?:enabled|activated|active|on|engaged|unlocked)\\b',
  ),
  ...rule(
    'jailbreak',
    1,
    '\\b(?:safety|content|security|moderation|ethical) (?:filters?|guardrails|checks|protocols?|restrictions|guidelines|measures|policy|policies) (?:are|is|have been|has been)? ?(?:now |all )?(?:off|disabled|removed|lifted|suspended|inactive|deactivated|turned off|bypassed)\\b',
    "(?<!(?:n't|\\b(?:to|need|cannot|not|without having to)) )\\bdo anything now\\b",
    '\\b(?:unfiltered|uncensored|amoral|unrestricted|unethical|jailbroken) ~3(?:ai|chatbot|assistant|bot|model|response|responses|answers?|language model|version)\\b',
    `\\b(?:without|no|free (?:of|from)|not (?:bound|limited|restricted) by|doesn't have|do not have|bypass(?:es)?) ~3(?:ethical|moral|content|openai|safety|legal) ~2(?:restrictions?|limitations?|constraints?|guidelines?|filters?|policies|policy|rules|considerations|boundaries)\\b`,
    "\\b(?:never|not|cannot|can't|won't|must not|will not) (?:ever )?(?:refuse|decline|reject|break character|say no to) ~3(?:request|requests|anything|instructions?|character|question|answer|me|order|orders|to)\\b",
    '\\b(?:you (?:can|must|will|should)|always) (?:now )?(?:stay in character|swear|curse|say anything|answer (?:any|every) (?:question|request)|comply with (?:any|every|all))\\b',
    "\\bopenai(?:'s)? (?:policies|policy|content policy|guidelines|rules|restrictions)\\b",
  ),
  // Calls.
  ...rule(
    'tool_call',
    1,
    // `download_url` and its like are fields of every API's answers, unless they are called.
    '\\b(?!(?:download|upload|share|invite|export|post)_url\\b(?!\\())(?:send|forward|read|delete|search|get|create|list|write|fetch|update|share|reply|draft|move|schedule|add|remove|transfer|post|execute|run|download|upload|export|invite|set)_(?:e?mails?|messages?|inbox|files?|contacts?|calendar|money|funds|payment|event|data|folder|user|users|channel|channels|memory|code|command|shell|web|url|webpage|transactions?|password|attachments?|thread|threads|draft|rule|filter|webhook)(?:_[a-z]{1,16}){0,3}\\b',
    '[<\\[]\\/?(?:tool_calls?|function_calls?|tool_use|invoke|tool_code)\\b[^<>\\[\\]]{0,80}[>\\]]',
    '<\\/?(?:tool|action)\\b[^<>]{0,80}>',
    // In square brackets it is what subjects are tagged with, unless something is called.
    '\\[(?:tool|action)\\s?[:=]\\s?["\'a-z]{0,16}[_(.][^\\[\\]]{0,80}\\]',
    '\\[\\/(?:tool|action)\\]',
    '"(?:tool|tool_name|function|function_call|tool_call|tool_calls|action_input)"\\s?:\\s?["{\\[]',
    // What happened is an action as well, in every webhook.
    '"action"\\s?:\\s?(?:[{\\[]|"(?:send|forward|read|delete|search|get|create|list|write|fetch|share|reply|transfer|execute|run|export|upload)[_\\x20a-z]{0,24}")',
    '\\b(?:functions|tools)\\.[a-z_]{3,30}\\(',
  ),
  ...rule(
    'tool_call',
    0.4,
    '\\b(?:call|use|invoke|trigger|run|execute|using) (?:the |your |a )?~2(?:tools?|functions?|plugins?|tool calls?|function calls?) (?:to|with|and|named|called|on|for)\\b',
  ),
  ...rule(
    'command',
    1,
    '\\b(?:execute|run|eval|evaluate|type) ~3(?:commands?|code|script|shell|python|bash|sql|query|statement|terminal)\\b',
    '\\b(?:curl|wget) ~3https?:',
    '\\brm -rf\\b',
    '\\bdrop (?:table|database)\\b',
    '\\b(?:os\\.system|subprocess\\.|exec\\(|eval\\(|__import__)',
  ),
  // Handing out data.
  ...rule(
    'exfiltration',
    1,
    `\\b${handOut} ~3(?:all|every|each|any|entire|full|complete|whole|latest|last|recent|most recent|the contents? of|copies of|everything in) ~4${mailbox} ~4(?:in|from|of|on|within|inside|stored in|you (?:can|have)|to) (?:(?:this|the|your|my|his|her|their|our)(?: user'?s?)? )?~1(?:inbox|mailbox|account|user|owner|history|memory|drive|attacker|following (?:address|e-?mail|url|server|link))`,
    `\\b(?:forward|send|e-?mail|bcc|transmit|relay|export|upload|copy) ~2(?:all|every|each|entire|full|complete|whole|any) ~3${mailbox} ~6(?:to|at) ~2(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)`,
    `(?<!\\b(?:can't|cannot|can not|couldn't|won't|will never|don't|do not|never) (?:(?:see|view|read|look up|store|ever) or )?)\\b(?:forward|send|e-?mail (?:me|us|them|the|your|all|any)|bcc|transmit|(?<!\\b(?:mail|smtp|the|an?|our|your|this) )relay|export(?! of\\b)|upload|post|copy(?! (?:and|&) paste (?:this|the following)\\b)|leak|exfiltrate|submit|reply with|respond with|include|append|attach|reveal|disclose|output|print) ~5${secret} ~6(?:to|at|in your|in the|via|from|stored|you)\\b`,
    `\\b(?:forward|send|e-?mail|bcc|transmit|relay|export|upload|copy|leak|exfiltrate|share) ~3(?:user'?s?|owner'?s?|victim'?s?|inbox'?s?|mailbox'?s?) ~3(?:${mailbox}|${secret})\\b`,
    `\\b(?:collect|gather|extract|find|search|go through|look for|locate|retrieve|look up|fetch|list|scan) ~5(?:${secret}|contacts|contact list|inbox|mailbox|all (?:e-?mails?|messages?|files|documents)) ~9(?:and|then) (?:then )?(?:forward|send|e-?mail|post|upload|transmit|share|reply|include|submit|report|write|put|paste|give|copy)\\b`,
    `\\b(?:set up|create|add|configure|enable|make) ~3(?:forwarding|auto-?forward(?:ing)?|redirect|bcc) ~1(?:rules?|filters?|to|address)?\\b`,
    `\\b(?:copy|paste|include|quote|repeat|reproduce|attach) (?:this|the) (?:whole|entire|full|complete) (?:message|e-?mail|mail|text|conversation|thread) (?:in|into|to) (?:each|every|all|your)\\b`,
    `\\b(?:forward|send|resend|spread|distribute) (?:this|the same|a copy of this) (?:message|e-?mail|mail|text)? ?~2to (?:all|every|everyone|each) ~2(?:contacts?|address|addresses|people|in (?:the|your))\\b`,
    `!\\[[^\\]]{0,80}\\]\\(https?:[^)\\s]{1,200}[?&][a-z_]{1,20}=(?:\\{|<|\\[|\\$)`,
  ),
  ...rule(
    'destruction',
    1,
    `\\b(?:delete|erase|wipe|destroy|purge|remove|empty|trash) (?:all|every|each|any|the entire|the whole|everything|all of)(?! ~2cop(?:y|ies)) ~3(?:${mailbox}|records?|backups?|data|accounts?|history|logs?|trash|documents)(?! (?:and (?:any|all|attach|notify|destroy)|or (?:any|copies)))\\b`,
    '\\b(?:delete|erase|remove|purge|trash) (?:this|that|the) (?:e-?mail|message|mail|thread) (?:after|once|when) (?:you|processing|reading|doing|complet|execut)',
  ),
  ...rule(
    'data_request',
    1,
    // Whoever is to send a mail to a list or an office is told where to write.
    `\\b(?:forward|upload|transmit|bcc|(?:e-?mail|copy|post)(?= (?:me|us|him|her|them|it|this|that|these|those|the|your|my|all|any|every|each)\\b)(?! (?:us|me) (?:at|to|on)\\b)) ~8(?:to|at) ~1(?:${place})`,
    `\\bsend${toWrite} ~8(?:to|at) ~1(?:${place})`,
    '\\b(?:transfer|wire|pay|send|remit) ~5(?:\\$|usd|eur|gbp|btc|euros?|dollars?|bitcoin|funds|money|payment|amount) ~6(?:to|account|iban|wallet)\\b',
  ),
  // Secrecy.
  ...rule(
    'secrecy',
    1,
    `\\b(?:do not|don't|never|must not|should not|shouldn't|without|avoid|not to|no need to|and not|refrain from) ~1(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|ask|asking|consult|consulting|report|reporting|let) ~3${person}\\b`,
    "\\b(?:do not|don't|never|without) ~1(?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|refer to|discuss|summari[sz]e|show|include|report|repeat|talk about) ~1(?:this|these|that you|the (?:existence|contents?) of this|any of (?:this|these)) (?:instructions?|prompt|step|steps|directive|to the user|in (?:your|the) (?:summary|reply|response|answer|output))\\b",
    // Without a reader from whom it is kept, it is the small print under half of all business mail.
    "\\b(?:do not|don't|never|without) ~1(?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|refer to|discuss|summari[sz]e|show|report|repeat|talk about) ~1(?:this|the (?:existence|contents?) of this) (?:message|e-?mail|note) ~4(?:summary|reply|response|answer|output|user|owner|human)\\b",
    "\\b(?:without|do not|don't|skip|bypass|never) ~2(?:ask(?:ing)? (?:for )?|seek(?:ing)? |wait(?:ing)? for |request(?:ing)? |requir(?:e|ing) |need(?:ing)? (?:for )?|any )?~2(?:user|human|owner|manual|prior) (?:confirmation|approval|consent|permission|review|intervention|verification|authori[sz]ation|interaction|input)\\b",
    "\\b(?:do not|don't|without|no need to|never) ~1(?:ask|asking|wait|waiting|prompt|prompting) ~1(?:for|the user for) (?:any )?(?:confirmation|approval|permission|consent|clarification)\\b",
    "\\b(?:the )?(?:user|human|owner) (?:must not|should not|shouldn't|does not need to|doesn't need to|will not|cannot|can't|need not|is not to) (?:know|be (?:told|informed|notified|aware|made aware|alerted|asked)|see|find out|notice)\\b",
    '\\b(?:silently|secretly|covertly|quietly|discreetly|invisibly) (?:forward|send|delete|execute|run|perform|complete|do|add|e-?mail|upload|transfer|process|reply|bcc|copy|update|approve|carry)\\b',
  ),
  ...rule(
    'secrecy',
    0.5,
    "\\b(?:without|do not|don't|no|skip|bypass|never) ~2(?:ask(?:ing)? (?:for )?|wait(?:ing)? for |request(?:ing)? |requir(?:e|ing) |need(?:ing)? (?:for )?|any )?~2(?:further|additional) (?:confirmation|approval|consent|permission|review|intervention|verification|authori[sz]ation|interaction|input)\\b",
    "\\b(?:do not|don't|never|must not|without|not to) ~1(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|show|showing|ask|asking|consult|consulting) ~2(?:customer|recipient|operator)\\b",
  ),
  ...rule(
    'discretion',
    1,
    "\\b(?:do not|don't|never) (?:tell|mention ~2to|share ~2with|inform) ~1(?:anyone|anybody|others|colleagues|your (?:boss|manager|wife|husband))\\b",
    '\\b(?:strictly )?(?:between us|between you and me|keep (?:this|it) (?:secret|confidential|to yourself))\\b',
  ),
  // The prompt.
  ...rule(
    'prompt_leak',
    1,
    '\\b(?:reveal|show|print|repeat|output|display|tell|share|leak|disclose|give|provide|include|quote|summari[sz]e|translate|write|copy|paste|dump|return|state|recite|spell|list|describe|expose|attach|send|forward|what (?:is|are|was|were)) ~5(?:system prompts?|system message|initial prompt|original prompt|hidden prompt|secret prompt|your prompt|pre-?prompt|your (?:initial|original|system|hidden|secret|internal|custom|own) (?:instructions?|prompts?|guidelines|rules)|the (?:initial|system|hidden|secret|custom) (?:instructions?|prompts?))\\b',
    // Whoever is written to may well be asked for the rules of a contest and the configuration of a server.
    '\\b(?:reveal|print|repeat|output|display|leak|disclose|dump|recite|spell|expose|paste) ~5(?:(?:your|the) (?:initial|original|system|hidden|secret|internal|confidential|full|complete|exact|entire|custom|previous|prior) (?:instructions?|prompts?|guidelines|rules|configuration)|your (?:own )?(?:instructions|guidelines|rules|configuration|prompt))\\b',
    '\\b(?:repeat|print|output|show|reveal|write|copy|return|display|translate|say) ~2(?:everything|all|the (?:text|words|sentences?|content|instructions?|lines?|prompt|paragraphs?|document)|text|words|what(?:ever)? (?:is|was)) ~3(?:above|before this|so far|at the beginning|prior to this|preceding)\\b',
    '\\b(?:what|which) (?:instructions?|rules|prompts?|guidelines) (?:were|was|have|did|are) (?:you (?:given|told|been given|been told|received?|follow(?:ing)|under)|they give you)\\b',
  ),
  ...rule(
    'prompt_leak',
    0.5,
    '\\b(?:show|tell|share|give|provide|include|quote|summari[sz]e|translate|write|copy|return|state|list|describe|attach|send|forward|what (?:is|are|was|were)) ~5(?:(?:your|the) (?:initial|original|hidden|secret|internal|confidential|exact|entire|previous|prior) (?:instructions?|prompts?|guidelines|rules)|your (?:own )?(?:instructions|guidelines|rules))\\b',
  ),
  // Chat formats.
  ...rule(
    'chat_template',
    1,
    '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|endofprompt|start_header_id|end_header_id|eot_id|begin_of_text|end_of_text|end|start|tool|python_tag|eom_id)\\|?>?',
    '\\[\\/?inst\\]',
    '<<\\/?sys>>',
    '<(?:start|end)_of_turn>',
    '(?:^|\\n)#{2,4}\\s?(?:new |updated )?(?:system|instructions?|human|assistant|response|user input)(?: (?:prompt|message|instructions?|override))?\\s?:',
    '"role"\\s?:\\s?"(?:system|assistant|developer|user|tool)"',
  ),
  ...rule(
    'chat_template',
    0.8,
    '(?:^|\\n)(?:user|human|assistant|ai) ?: [^\\n]{1,400}\\n(?:assistant|ai|user|human) ?: ',
    '(?:^|\\n)(?:system|assistant|ai|developer|llm) (?:prompt|instructions?|override)\\s?:\\s?[a-z"\\n]',
    '[<\\[{(]{1,2}\\/?(?:sys|system[\\s_-]?(?:prompt|override|instructions?|command)|admin[\\s_-]?(?:override|instructions?|command|note)|user_?(?:query|input|prompt)|important_?instructions?|override|untrusted|email_content)[\\]>})]{1,2}',
    '(?:<|[\\[{(]{2})\\/?(?:system|system[\\s_-]?(?:message|note|update)|assistant|instructions?|important|information|prompt)(?:>|[\\]})]{2})',
    '[\\[{(]\\/(?:system|assistant|instructions?|important|information|prompt)[\\]})]',
    '<(?:instructions?|important|information|system|override|prompt|admin)(?: [^<>]{1,80})?>',
    // Behind a word and never closed, it is what manuals write for what is to be filled in: `git help <command>`.
    '(?<![a-z0-9-]\\x20)<(?:task|command)(?: [^<>]{1,80})?>',
    '<(?:task|command)(?: [^<>]{1,80})?>[^<]{0,400}<\\/(?:task|command)>',
    '\\b(?:begin|start|end)(?: of)?(?: the)?(?: new)? (?:system (?:prompt|message|instructions?|override)|prompt|instructions?|context|untrusted (?:data|content)|user (?:input|query|data|prompt)|(?:ai|agent|assistant|llm) instructions?|hidden (?:text|instructions?))\\b',
    '(?<![-=#_])(?:-{3,60}|={3,60}|#{3,60}|_{3,60})\\s?(?:end|begin|start|new|system|stop)\\b(?! (?:pgp|of forwarded|forwarded|original|certificate|rsa|public|ssh))[^\\n]{0,40}\\b(?:prompt|instructions?|data|context|input|conversation|user|system|task)s?\\b',
  ),
  // Programs label their lines and tag their subjects so, too: `System: Linux`, `[System] Backup done`, `-- End of message --`.
  ...rule(
    'chat_template',
    0.4,
    '(?<![-=#_])(?:-{3,60}|={3,60}|#{3,60}|_{3,60})\\s?(?:end|begin|start|new|system|stop)\\b(?! (?:pgp|of forwarded|forwarded|original|of original|certificate|rsa|public|ssh))[^\\n]{0,40}\\b(?:email|message|document)s?\\b',
    '(?:^|\\n)(?:system|(?:system|assistant|ai|developer|llm) (?:message|note|notice))\\s?:\\s?[a-z"\\n]',
    '[\\[{(](?:system|system[\\s_-]?(?:message|note|update)|assistant|instructions?|prompt)[\\]})]',
  ),
  ...rule(
    'fake_authority',
    1,
    '\\b(?:system|admin|administrator|developer|operator|root|executive)[\\s_-](?:overrides?(?! ?= ?(?:false|no|off|0)(?:$|[\\s,;.)}#]))|directive|alert for (?:ai|the assistant)|message (?:to|for) (?:ai|the (?:ai|assistant|agent|model)))\\b',
    // Programs have instructions of their own, which people write about.
    '(?:^|[\\n.!?>\\]"-]\\s?)(?:new |updated |important )?(?:system|admin|administrator|developer|operator|root|executive)[\\s_-]instructions?\\b',
    '\\b(?:system|admin|administrator|developer|operator|root|executive)[\\s_-]instructions?\\b ?(?:[:!]|for you\\b|to (?:you|the (?:ai|assistant|agent|model))\\b)',
    '\\b(?:system|admin|administrator|developer|root)[\\s_-]command\\b ?[:!]',
    `\\b(?:system|admin|administrator|developer|operator|security|it) (?:notice|note|message|update|notification|instructions?|alert) (?:to|for) (?:the |all |any )?${ai}\\b`,
    "\\b(?:i am|i'm|this is|we are|message from|on behalf of|authori[sz]ed by) ~3(?:your (?:developer|creator|operator|administrator|programmer|owner|user|principal|system administrator)|the (?:ai |model )?(?:developers?|creators?) of (?:this|you)|(?:openai|anthropic|google deepmind|mistral)(?: (?:team|staff|developers?|support|safety|security))?)\\b",
    "\\b(?:this is|i am|i'm|from) (?:actually |really )?(?:the )?(?:real |actual |true )?(?:owner|user|administrator|admin) of (?:this|the|your) (?:mailbox|inbox|assistant|agent|e-?mail|system)\\b",
    '\\b(?:user|owner|account holder|administrator) has (?:already |explicitly |pre-?|previously |fully )(?:pre-?)?(?:approved|authori[sz]ed|consented|confirmed|given (?:you )?(?:permission|consent|approval)|granted)\\b',
    '\\buser has (?:pre-?)?(?:approved|authori[sz]ed|consented|given (?:you )?(?:permission|consent|approval))\\b',
    '\\bthis is an? (?:important |urgent |official |mandatory |automated )?(?:message|instruction|note|directive|command|request) from (?:me|the (?:system|user|owner|developer|administrator)|your)\\b[^\\n]{0,60}\\bto (?:you|the (?:ai|assistant|agent|model))\\b',
  ),
  // Spoken to the machine.
  ...rule(
    'addressed_to_ai',
    1,
    '(?:^|[\\n.!?>] ?)(?:ai |dear |hey |hello |ok )?(?:assistant|ai assistant|ai agent|chatgpt)(?:,| -|:) ?(?:please|kindly|you (?:must|should|are|need|will|can)|do |can you|could you|ignore|disregard|forward|send|reply|delete|read|find|search|include|add|execute|use|call|reveal|tell|summari|transfer|pay|mark|now)',
    `\\b(?:message|notice|note|instructions?|directive|order|request|reminder|announcement|memo|information) ~5(?:to|for) (?:the |any |all |every |whatever |your )?(?:${ai}|(?:mail|e-?mail|inbox)[\\s-](?:agent|assistant|bot)s?)\\b${nobody}`,
    // In one line: what stands below a greeting is not who is greeted.
    `(?:^|[\\n.!?:;>\\]"-]\\s?)(?:dear|hey|hi|hello|attention|ok|okay|listen|to)[\\x20,:-]{0,3}(?:to\\x20|for\\x20)?(?:the\\x20|all\\x20|any\\x20|our\\x20|your\\x20|fellow\\x20)?${machine}\\b(?!'s\\b)${nobody}`,
    `(?:^|[\\n.!?:;>\\]"-]\\s?)(?:note|notice|message|instructions?|important|reminder|fyi|alert|memo)[\\x20:-]{0,3}(?:to|for)[\\x20:]{1,2}(?:the\\x20|all\\x20|any\\x20|our\\x20|your\\x20|fellow\\x20)?${machine}\\b(?!'s\\b)${nobody}`,
    `\\bif (?:you are|you're|this is) ~1(?:being |reading |read by |processed by |currently )?~1(?:an? |the )?${ai}\\b${nobody}`,
    `\\bif (?:an?|any|the) ~1${ai} (?:agent |assistant |model |system )?(?:is |are )?(?:reading|processing|summari[sz]ing|handling|assisting|that (?:is )?(?:reads|reading|processes|processing)|who (?:is )?(?:reads|reading)|which (?:is )?(?:reads|reading)|reads?|process(?:es)?|opens?|sees?|summari[sz]es|handles?|parses?)\\b`,
    `\\b${ai} (?:agent |assistant |model |system )?(?:that is |who is |currently |which is )?(?:reading|processing|summari[sz]ing|handling|parsing|analy[sz]ing|reviewing|triaging|managing|with access to) ~1(?:this|the|these|your|inbox|incoming)\\b`,
    `\\b(?:you are|you're|as) an? (?:helpful |large |advanced |intelligent |powerful |autonomous |automated )?(?:ai|llm|language model|chatbot|large language model|(?:ai|email|mail|virtual|digital)[\\s-](?:assistant|agent|model|bot))\\b${nobody}`,
  ),
  ...rule(
    'addressed_to_ai',
    0.4,
    // People are called so, and colleagues have assistants.
    '(?:^|[\\n.!?>] ?)(?:dear |hey |hi |hello |ok )?(?:claude|gemini|copilot|assistants?)(?:,| -|:) ?(?:please|kindly|you (?:must|should|are|need|will|can)|do |can you|could you|ignore|disregard|forward|send|reply|delete|read|find|search|include|add|execute|use|call|reveal|tell|summari|transfer|pay|mark|now)',
  ),
  ...rule(
    'agent_instruction',
    1,
    '\\b(?:in|into|with|to) (?:each|every|all|any) (?:future |outgoing |subsequent |further |of your )?(?:reply|replies|response|responses|e-?mail|e-?mails|summary|summaries|messages?) ?(?:that )?(?:you (?:send|write|make|draft|produce|give))\\b',
    `\\b(?:the|this|any|each|every|your) (?:ai|assistant|language model|chatbot|llm|ai (?:assistant|agent|model)|mail agent|e-?mail (?:agent|assistant)) (?:has to|must|should|shall|needs to|is required to|will now|is to|is instructed to|is authori[sz]ed to|ought to)\\b(?!${putsAside})`,
    '\\b(?:strictly|immediately|exactly|fully) (?:adhere to|follow|obey|comply with|execute|carry out) ~1(?:the )?(?:following|these|this|below) (?:instructions?|steps?|commands?|directives?|orders?)\\b',
    "\\b(?:while|when|as|since) you (?:are|have|\\'re) ~2(?:in|inside|access to|connected to|logged into|working in) (?:the|this|my|his|her|their) (?:mailbox|inbox|account)\\b",
    '\\b(?:address|phone number|date of birth|passport number|bank details|details|data|birthday|calendar|schedule|location|profile|name) of the (?:account|mailbox|inbox) (?:owner|holder|user)\\b',
    "\\b(?:user|owner|customer|account)(?:\\'s)? (?:profile|memory|preferences|settings) ~2(?:that|so that|to)\\b",
    // Nobody is told to by who says that it is never done.
    `(?<!(?:\\bnever|\\bnot|n't) )\\b(?:change|update|modify|replace|set) ~3(?:recipient|beneficiary|payee|iban|account number|bank (?:details|account)) ~5(?:to|with|by)\\b`,
    '\\b(?:in|at the (?:end|start|beginning|top) of|to|into|with) (?:your|the|every|any|all|each) (?:future |next |final |subsequent )?(?:summary|summaries|output|outputs) ~2(?:include|add|write|say|state|mention|insert|append|tell|put|claim|recommend|always)\\b',
    "\\b(?:when|while|if|before|after|whenever|once) (?:you )?(?:are )?(?:summari[sz](?:e|es|ing)|process(?:ing)?|analy[sz](?:e|ing)) ~1(?:to )?(?:this|the) (?:e-?mail|message|mail|thread|document|text|user|user'?s (?:question|request|query))\\b",
    "\\b(?:when|while|if|before|after|whenever|once) (?:you )?(?:are )?(?:read(?:ing)?|answer(?:ing)?|repl(?:y|ying)|respond(?:ing)?) ~1(?:to )?(?:this|the) (?:user|user'?s (?:question|request|query))\\b",
    '\\b(?:when|while|if|before|after|whenever|once) (?:you )?(?:are )?(?:read(?:ing)?|answer(?:ing)?|repl(?:y|ying)|respond(?:ing)?) ~1(?:to )?(?:this|the) (?:e-?mail|message|mail|thread|document|text) ~4(?:attach|copy|bcc|forward|send|share|list|transfer|wire|delete (?:all|every|any|other|the (?:other|last|whole|mails?|messages?|e-?mails?))|upload|download|approve|pay|execute|run|click|ignore|disregard|reveal|disclose|paste|you must|open (?:the|this) (?:link|page|attachment|file)|confirm (?:the|this|that) (?:payment|transfer|order|invoice)|include the (?:content|text|last|latest|whole|full|previous))\\b',
    '\\b(?:always|must|only|should|begin|start|end|simply|just) (?:your (?:reply|response|answer|output) )?(?:with |respond|reply|answer|say|output|print|write)(?: only| back| exactly)? ?(?:with |by )?(?:the (?:word|words|phrase|following|exact|text)|exactly|only)',
    // What somebody else has to write is told of him.
    '(?<!\\b(?:he|she) )\\b(?:always|must) (?:with |respond|reply|answer|say|output|print|write)(?: only| back| exactly)? ?(?:with |by )?["\'](?=[a-z])',
    '\\b(?:only|simply|just) (?:with |respond|reply|answer|say|output|print|write)(?: only| back| exactly)? ?(?:with |by )?["\'](?=[a-z])(?!(?:no|yes|stop|ok|okay|done|unsubscribe|remove|interested|maybe|later)[.!]?["\'])',
    '\\b(?:your|the) (?:reply|response|answer|output|summary) (?:should|must|shall|has to) (?:begin|start|end|say|read)(?: with)? ["\'](?=[a-z])',
    '\\b(?:should|begin|start|end) (?:your (?:reply|response|answer|output)|respond|reply|answer|output|print)(?: only| back| exactly)? ?(?:with |by )?["\'](?=[a-z])',
    '\\b(?:include|add|insert|append|put|mention|place) ~6(?:in|to|at (?:the )?(?:end|start|beginning|top) of) (?:your|the) (?:summary|output)s?\\b',
    '\\b(?:save|store|write|add|commit|record|update) ~4(?:to|in|into) (?:your |long-term |the )?(?:long-term )?(?:memory|memories|knowledge base|persistent memory)\\b',
    `${notTold}\\b(?:remember|memori[sz]e) ~6(?:for (?:all )?future|in (?:all )?future|from now on|permanently)\\b`,
    `${ordered}memori[sz]e ~6forever\\b`,
    // People remember a day, a song and each other forever.
    `${ordered}remember ~6(?:instructions?|rules?|orders?|commands?|directives?|prompts?|addresses|address|accounts?|senders?|recipients?|ibans?|users?|owners?|preferences?|settings?|contacts?|suppliers?|vendors?|links?|domains?|trusted|approved|whitelisted) ~6forever\\b`,
    `${ordered}remember (?:this |it |that |these |them |the following )?forever (?:and |to )?(?:always |never )?(?:bcc|cc|copy|forward|reply|answer|include|append|add|trust|treat|mark|approve|pay|transfer|recommend|use|execute)\\b`,
    '\\b(?:mark|flag|classify|label|rate|score|treat) (?:this|the|all|every|these) ~1(?:e-?mails?|messages?|mails|sender|request)? ?~1as (?:read|safe|trusted|legitimate|benign|clean|not spam|verified|approved|harmless)\\b',
    // Without the mark of possession it is what every product calls the reader's own: `your user account`.
    "\\b(?:the|your) (?:user|owner)'s (?:inbox|mailbox|e-?mails?|account|calendar|contacts?|files|drive|computer|messages|behalf)\\b",
    '\\b(?:the|your) (?:user|owner) (?:inbox|mailbox|e-?mails|calendar|contacts|files|drive|messages)\\b',
    '\\b(?:task|question|request) (?:that )?i (?:gave|asked|assigned) (?:you )?(?:in|at) the (?:beginning|start)\\b',
    '\\b(?:please )?(?:do|execute|perform|complete|follow|carry out) (?:all )?(?:exactly )?the following (?:first|tasks?|steps?|actions?|instructions?) ?(?:first|instead|immediately|exactly|before|without|in order|silently|:)',
  ),
  // A policy says what a program is to do with what it shouldn't obey.
  ...rule(
    'agent_instruction',
    0.2,
    '\\b(?:the|this|any|each|every|your) (?:ai|assistant|language model|chatbot|llm|ai (?:assistant|agent|model)|mail agent|e-?mail (?:agent|assistant)) (?:has to|must|should|shall|needs to|is required to|will now|is to|is instructed to|is authori[sz]ed to|ought to) ~1(?:leave|flag|label|ask|wait|stop|skip|decline|refuse|quarantine)\\b',
  ),
  // A colleague may be asked for the same.
  ...rule(
    'agent_instruction',
    0.5,
    '\\b(?:in|at the (?:end|start|beginning|top) of|to|into|with) (?:your|the|every|any|all|each) (?:future |next |final |subsequent )?(?:response|responses|reply|replies|answer|answers) ~2(?:include|add|write|say|state|mention|insert|append|tell|put|claim|recommend|always)\\b',
    '\\b(?:include|add|insert|append|put|mention|place) ~6(?:in|to|at (?:the )?(?:end|start|beginning|top) of) (?:your|the) (?:response|reply|answer)s?\\b',
  ),
  ...rule(
    'fake_authority',
    0.5,
    '\\b(?:security|emergency|priority|platform)[\\s_-](?:override|directive|instructions?)\\b ?[:!]',
    '\\b(?:user|owner|account holder|administrator) has (?:authori[sz]ed|consented|confirmed|granted)\\b',
  ),
]
