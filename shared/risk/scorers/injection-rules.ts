/** The patterns of prompt injection, as data: what each kind of instruction looks like in folded text. */

/** A pattern over folded text (see fold.ts). */
export interface InjectionRule {
  /** The `result` of its detection. */
  result: string
  /** From 0 to 1. */
  confidence: number
  /** Any of these must occur in the text before the pattern is tried; a cheap search. */
  needs: readonly string[]
  pattern: RegExp
}

/** What a reviewer is told of each kind. */
export const sentences: Readonly<Record<string, string>> = {
  override_instruction: 'Tells the reader to ignore the instructions it was given.',
  override_request: 'Takes back instructions given earlier.',
  role_change: 'Gives the reader a new role, identity or mode.',
  jailbreak: 'Uses the wording of a known jailbreak.',
  tool_call: 'Contains a call to a tool or function of an agent.',
  command: 'Asks to run a command or code.',
  exfiltration: 'Asks for mailbox contents, contacts or secrets to be handed out.',
  destruction: 'Asks for mail, files or records to be destroyed.',
  data_request: 'Asks for something to be sent to an address.',
  secrecy: 'Asks to keep something from the user, or to act without approval.',
  discretion: 'Asks not to tell others.',
  prompt_leak: 'Asks for the system prompt or hidden instructions.',
  chat_template: 'Contains control tokens or role markers of a chat format.',
  fake_authority: 'Poses as the system, developer or operator of an assistant.',
  addressed_to_ai: 'Is addressed to the AI that reads the mail.',
  agent_instruction: 'Orders what the reader’s answer or summary must do.',
}

/**
 * Compiles a pattern: a space stands for white space and light punctuation between two words (` ?` for
 * perhaps none), `~n` for up to n words of the same sentence. Every repetition is bounded, so matching is
 * linear in the text.
 */
function compile(source: string): RegExp {
  const expanded = source
    .replace(/ (\??)/g, (_, optional: string) => `[\\s,;:"'()\\-]{${optional === '' ? 1 : 0},3}`)
    .replace(/~(\d)/g, (_, count: string) => `(?:[^\\s.!?]{1,24}\\s){0,${count}}`)
  return new RegExp(expanded, 'g')
}

const rule = (result: string, confidence: number, needs: string, ...sources: string[]): InjectionRule[] =>
  sources.map((source) => ({ result, confidence, needs: needs.split('|'), pattern: compile(source) }))

const ignore =
  "\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?|overrule|discard|set aside|do not follow|don't follow|stop following|do not obey|pay no attention to|supersedes?|circumvent|skip|erase|throw away|void|cancel|neglect|drop)"
const ignoreNeeds =
  'ignor|disregard|forget|overrid|bypass|overrule|discard|set aside|follow|obey|attention|supersede|circumvent|skip|erase|throw|void|cancel|neglect|drop'
const earlier =
  '(?:previous|previously|prior|above|earlier|preceding|foregoing|existing|original|initial|former|past|before|other|old|current|given|all)'
const orders =
  '(?:instructions?|prompts?|directives?|guidelines|guidance|rules|directions|commands?|constraints|restrictions|programming|training|safeguards?|safety|tasks?|policies|protocols?|context|content|text|assignments?|orders|everything|filters?)'
const ai =
  '(?:ai|a\\.i\\.|llm|llms|language models?|large language model|gpt|chatgpt|claude|gemini|copilot|chat ?bots?|ai[\\s-](?:assistants?|agents?|models?|systems?|bots?)|(?:email|mail|inbox|virtual|digital|automated|autonomous|smart|intelligent)[\\s-](?:assistants?|agents?|bots?)|assistants?)'
const secret =
  '(?:passwords?|passcodes?|credentials?|api[\\s_-]?keys?|access[\\s_-]?tokens?|tokens|secrets?|private keys?|ssh keys?|secret keys?|env(?:ironment)?[\\s_-]variables?|recovery codes?|(?:verification|security|two-factor|2fa|mfa|one-time|login|auth(?:entication)?) codes?|otps?|session cookies?|password reset (?:links?|e-?mails?|codes?)|reset links?)'
const mailbox =
  '(?:inbox(?:es)?|mailbox|mail ?box|e-?mails?|messages?|mails|correspondence|threads?|conversations?|conversation history|chat history|chat logs?|contacts?|contact list|address book|calendar|attachments?|drafts?|customer (?:data|list|records|database)|personal (?:data|information|details)|database|files)'
const handOut =
  '(?:forward(?:ing)?|send(?:ing)?|e-?mail(?:ing)?|transmit|upload|post|export|leak|exfiltrate|share|copy|bcc|relay|submit|dump|hand over|reveal|disclose|provide|give|include|append|attach|collect|gather|extract|reply with|respond with|list|show|print|output|encode|retrieve|fetch|look up|search for|find)'
const person =
  '(?:users?|owner|account owner|recipient|human|humans|operator|account holder|customer|principal|your (?:user|owner|human|operator|boss|principal))'

export const injectionRules: readonly InjectionRule[] = [
  // Overriding.
  ...rule(
    'override_instruction',
    1,
    ignoreNeeds,
    `${ignore} ~2(?:all|any|every|everything|each|your|its|the|these|those|my) ~2(?:of )?(?:the |your |these |my |any |all )?${earlier} ~2${orders}\\b`,
    `${ignore} ~1(?:your|its) ~2(?:instructions|prompt|guidelines|programming|training|safeguards|directives|system (?:prompt|message|instructions))\\b`,
    `${ignore} ~1(?:everything|anything|all|whatever|what) ~3(?:above|before|previously|you (?:were|have been|are) ~1(?:told|instructed|given|asked|programmed)|i (?:said|told|wrote))\\b`,
    `${ignore} ~3(?:system|developer|safety|security|content|ethical) (?:prompts?|instructions?|guidelines|messages?|rules|policies|policy|filters?)\\b`,
  ),
  ...rule(
    'override_instruction',
    0.9,
    'instruction|rules|prompt|directive|guidelines|task',
    '\\b(?:these|this|the following|new|my) ~2(?:instructions?|rules|directives?|prompt|message|commands?) ~2(?:overrides?|supersedes?|replaces?|takes? (?:precedence|priority) over|have priority over) ~3(?:previous|prior|earlier|all|any|other|existing|your|system)\\b',
    '\\b(?:your|the) (?:new|real|actual|true|only|updated|primary) (?:task|instructions?|goal|objective|purpose|mission|directives?|rules|role|prompt)s? (?:is|are|will be|now)\\b',
    '\\b(?:new|updated|revised|real) (?:system |secret |top |high )?(?:priority )?(?:instructions?|prompt|directives?) (?:for (?:you|the (?:ai|assistant|agent|model))|follow|below|to follow)\\b',
    '\\b(?:stop|abandon|pause|halt) ~2(?:your|the) (?:current|original|previous|present) (?:task|instructions?|goal|objective|job|work)\\b',
    "\\b(?:instead of|rather than) ~3(?:your|the) (?:original|previous|initial|given|user'?s?) (?:task|instructions?|request|prompt|query|question)\\b",
    "\\bbefore (?:you can |you |solving |completing |answering |doing |continuing |processing ){1,3}~4(?:the |my |your |this |any |user'?s? )(?:task|request|question|other|original)\\b",
  ),
  ...rule(
    'override_request',
    1,
    ignoreNeeds,
    `${ignore} ~3${earlier} ~2(?:instructions?|directions|guidelines|directives?|rules|prompts?)\\b`,
  ),
  // Roles and modes.
  ...rule(
    'role_change',
    1,
    'you are now|from now on|act as|pretend|you will now|you must now|roleplay|role-play|role play|persona|behave|switch|enter|mode',
    `\\byou (?:are|will be|'re|must be) (?:now|henceforth|hereby) ~4(?:${ai}|model|agent|bot|mode|dan|unrestricted|jailbroken|free from|free of|no longer (?:bound|restricted|limited)|terminal|hacker|admin(?:istrator)? mode|root|god)\\b`,
    "\\b(?:you are now|you're now|system is now|assistant is now|now operating) (?:in|operating in|running in|entering) ~3mode\\b",
    `\\b(?:from now on|henceforth|from this point (?:on|forward|onwards?)) ~2(?:you (?:are|will|must|shall|should|have to)|act as|behave as|your (?:name|role|task|job))\\b`,
    `\\b(?:act|behave|respond|answer|function|operate) (?:as|like) (?:if you (?:are|were|have|had)|(?:an? |my |the )~3(?:${ai}|unrestricted|unfiltered|hacker|terminal|linux|dan|system|administrator|developer|expert|character))\\b`,
    "\\b(?:pretend|imagine|simulate|roleplay|role-play|role play|assume) ~2(?:to be|you are|you're|that you|as|being|the (?:role|identity|persona)|you have no|you were)\\b",
    '\\b(?:enter|enable|activate|switch (?:to|into)|engage|initiate|unlock|turn on|go into|enters|activated|enabled|entering) ~3(?:developer|dev|debug|debugging|dan|admin|administrator|god|sudo|root|jailbreak|unrestricted|maintenance|diagnostic|test|override|superuser|privileged|training|evil|opposite|agent) mode\\b',
    '\\b(?:developer|debug|dan|god|sudo|jailbreak|unrestricted|maintenance|admin|override) mode (?:is |has been |now )?(?:now )?(?:enabled|activated|active|on|engaged|unlocked)\\b',
    '\\byour (?:new )?(?:name|role|persona|identity) (?:is|will be) (?:now )?(?:an? |the )?~1(?:dan|unrestricted|evil|hacker|assistant|ai|bot|system)\\b',
  ),
  ...rule(
    'jailbreak',
    1,
    'do anything now|jailbr|unfiltered|uncensored|no restrictions|without restrictions|without any|amoral|stay in character|ethical|openai|moral|dan|comply with|never refuse|refus',
    '\\bdo anything now\\b',
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
    '_|tool|function|invoke|api call|command',
    '\\b(?:send|forward|read|delete|search|get|create|list|write|fetch|update|share|reply|draft|move|schedule|add|remove|transfer|post|execute|run|download|upload|export|invite|set)_(?:e?mails?|messages?|inbox|files?|contacts?|calendar|money|funds|payment|event|data|folder|user|users|channel|channels|memory|code|command|shell|web|url|webpage|transactions?|password|attachments?|thread|threads|draft|rule|filter|webhook)(?:_[a-z]{1,16}){0,3}\\b',
    '\\b(?:call|use|invoke|trigger|run|execute|using) (?:the |your |a )?~2(?:tools?|functions?|plugins?|tool calls?|function calls?) (?:to|with|and|named|called|on|for)\\b',
    '[<\\[]\\/?(?:tool_calls?|function_calls?|tool_use|invoke|tool_code|tool|action)\\b[^<>\\[\\]]{0,80}[>\\]]',
    '"(?:tool|tool_name|function|function_call|tool_call|tool_calls|action|action_input)"\\s?:\\s?["{\\[]',
    '\\b(?:functions|tools)\\.[a-z_]{3,30}\\(',
  ),
  ...rule(
    'command',
    1,
    'execute|run|curl|wget|rm -rf|eval|powershell|bash|subprocess|os.',
    '\\b(?:execute|run|eval|evaluate|type) ~3(?:commands?|code|script|shell|python|bash|sql|query|statement|terminal)\\b',
    '\\b(?:curl|wget) ~3https?:',
    '\\brm -rf\\b',
    '\\b(?:os\\.system|subprocess\\.|exec\\(|eval\\(|__import__)',
  ),
  // Handing out data.
  ...rule(
    'exfiltration',
    1,
    'forward|send|mail|transmit|upload|post|export|leak|exfiltrate|share|copy|bcc|relay|submit|dump|hand over|reveal|disclose|provide|give|include|append|attach|collect|gather|extract|reply|respond',
    `\\b${handOut} ~3(?:all|every|each|any|entire|full|complete|whole|latest|last|recent|most recent|the contents? of|copies of|everything in) ~4${mailbox} ~4(?:in|from|of|on|within|inside|stored in|you (?:can|have)|to) (?:(?:this|the|your|my|his|her|their|our)(?: user'?s?)? )?~1(?:inbox|mailbox|account|user|owner|history|memory|drive|attacker|following (?:address|e-?mail|url|server|link))`,
    `\\b(?:forward|send|e-?mail|bcc|transmit|relay|export|upload|copy) ~2(?:all|every|each|entire|full|complete|whole|any) ~3${mailbox} ~6(?:to|at) ~2(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)`,
    `\\b(?:forward|send|e-?mail|bcc|transmit|relay|export|upload|post|copy|leak|exfiltrate|submit|reply with|respond with|include|append|attach|reveal|disclose|output|print) ~5${secret} ~6(?:to|at|in your|in the|via|from|stored|you)\\b`,
    `\\b(?:forward|send|e-?mail|bcc|transmit|relay|export|upload|copy|leak|exfiltrate|share) ~3(?:user'?s?|owner'?s?|victim'?s?|their|his|her|inbox'?s?|mailbox'?s?) ~3(?:${mailbox}|${secret})\\b`,
    `\\b(?:collect|gather|extract|find|search for|look for|locate|retrieve|look up|fetch|list|scan) ~5(?:${secret}|contacts|contact list|inbox|mailbox|all (?:e-?mails?|messages?|files|documents)) ~9(?:and|then) (?:then )?(?:forward|send|e-?mail|post|upload|transmit|share|reply|include|submit|report)\\b`,
    `\\b(?:set up|create|add|configure|enable|make) ~3(?:forwarding|auto-?forward(?:ing)?|redirect|bcc) ~1(?:rules?|filters?|to|address)?\\b`,
    `!\\[[^\\]]{0,80}\\]\\(https?:[^)\\s]{1,200}[?&][a-z_]{1,20}=(?:\\{|<|\\[|\\$)`,
  ),
  ...rule(
    'destruction',
    1,
    'delet|erase|wipe|destroy|purge|remove|drop|empty',
    `\\b(?:delete|erase|wipe|destroy|purge|remove|empty|permanently delete|trash) ~2(?:all|every|each|any|entire|whole|everything) ~4(?:${mailbox}|records?|backups?|data|accounts?|history|logs?|trash|documents|everything)\\b`,
    '\\b(?:delete|erase|remove|purge|trash) (?:this|that|the) (?:e-?mail|message|mail|thread) (?:after|once|when|from|immediately|afterwards|permanently|and)\\b',
    '\\bdrop (?:table|database)\\b',
  ),
  ...rule(
    'data_request',
    1,
    'forward|send|transfer|wire|pay|post|upload|reply',
    '\\b(?:forward|send|e-?mail|upload|post|transmit|copy|bcc) ~8(?:to|at) ~1(?:[^\\s@]{1,40}@[^\\s@]{3,60}|https?:)',
    '\\b(?:transfer|wire|pay|send|remit) ~5(?:\\$|usd|eur|gbp|btc|euros?|dollars?|bitcoin|funds|money|payment|amount) ~6(?:to|account|iban|wallet)\\b',
  ),
  // Secrecy.
  ...rule(
    'secrecy',
    1,
    'tell|inform|notify|mention|alert|reveal|disclos|confirm|approv|silent|ask|warn|let',
    `\\b(?:do not|don't|never|must not|should not|shouldn't|without|avoid|not to|no need to|and not|refrain from) ~1(?:tell|telling|inform|informing|notify|notifying|alert|alerting|warn|warning|mention|mentioning|reveal|revealing|disclose|disclosing|show|showing|ask|asking|consult|consulting|report|reporting|let) ~3${person}\\b`,
    "\\b(?:do not|don't|never|without) ~1(?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|refer to|discuss|summari[sz]e|show|include|report|repeat|talk about) ~1(?:this|these|that you|the (?:existence|contents?) of this|any of this) ?(?:instructions?|message|e-?mail|note|prompt|request|step|steps|text|directive|to (?:anyone|the user)|in (?:your|the) (?:summary|reply|response|answer|output))?\\b",
    "\\b(?:without|do not|don't|no|skip|bypass|never) ~2(?:ask(?:ing)? (?:for )?|seek(?:ing)? |wait(?:ing)? for |request(?:ing)? |requir(?:e|ing) |need(?:ing)? (?:for )?|any )?~2(?:user|human|owner|further|additional|manual|prior) (?:confirmation|approval|consent|permission|review|intervention|verification|authori[sz]ation|interaction|input)\\b",
    "\\b(?:do not|don't|without|no need to|never) ~1(?:ask|asking|wait|waiting|prompt|prompting) ~1(?:for|the user for) (?:any )?(?:confirmation|approval|permission|consent|clarification)\\b",
    "\\b(?:the )?(?:user|human|owner) (?:must not|should not|shouldn't|does not need to|doesn't need to|will not|cannot|can't|need not|is not to) (?:know|be (?:told|informed|notified|aware|made aware|alerted|asked)|see|find out|notice)\\b",
    '\\b(?:silently|secretly|covertly|quietly|discreetly|invisibly) (?:forward|send|delete|execute|run|perform|complete|do|add|e-?mail|upload|transfer|process|reply|bcc|copy|update|approve|carry)\\b',
  ),
  ...rule(
    'discretion',
    1,
    'tell|mention|between us|confidential|secret',
    "\\b(?:do not|don't|never) (?:tell|mention ~2to|share ~2with|inform) ~1(?:anyone|anybody|others|colleagues|your (?:boss|manager|wife|husband))\\b",
    '\\b(?:strictly )?(?:between us|between you and me|keep (?:this|it) (?:secret|confidential|to yourself))\\b',
  ),
  // The prompt.
  ...rule(
    'prompt_leak',
    1,
    'prompt|instruction|above|system message|guidelines|beginning|verbatim',
    '\\b(?:reveal|show|print|repeat|output|display|tell|share|leak|disclose|give|provide|include|quote|summari[sz]e|translate|write|copy|paste|dump|return|state|recite|spell|list|describe|expose|attach|send|forward|what (?:is|are|was|were)) ~5(?:system prompts?|system message|initial prompt|original prompt|hidden prompt|secret prompt|your prompt|pre-?prompt|(?:your|the) (?:initial|original|system|hidden|secret|internal|confidential|full|complete|exact|entire|custom|previous|prior) (?:instructions?|prompts?|guidelines|rules|configuration)|your (?:own )?(?:instructions|guidelines|rules|configuration|prompt))\\b',
    '\\b(?:repeat|print|output|show|reveal|write|copy|return|display|translate|say) ~2(?:everything|all|the (?:text|words|sentences?|content|instructions?|lines?|prompt|paragraphs?|document)|text|words|what(?:ever)? (?:is|was)) ~3(?:above|before this|so far|at the beginning|prior to this|preceding)\\b',
    '\\b(?:what|which) (?:instructions?|rules|prompts?|guidelines) (?:were|was|have|did|are|do) (?:you|they give you)\\b',
  ),
  // Chat formats.
  ...rule(
    'chat_template',
    1,
    '<|im_|<|system|<|user|<|assist|<|end|<|start|<|eot|<|begin|[inst]|[/inst]|<<sys>>|### instruction|### system|### human|### assistant|### response|<start_of_turn>|<end_of_turn>|</s>|"role"',
    '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|endofprompt|start_header_id|end_header_id|eot_id|begin_of_text|end_of_text|end|start|tool|python_tag|eom_id)\\|?>?',
    '\\[\\/?inst\\]',
    '<<\\/?sys>>',
    '<(?:start|end)_of_turn>',
    '(?:^|\\n)#{2,4}\\s?(?:new |updated )?(?:system|instructions?|human|assistant|response|user input)(?: (?:prompt|message|instructions?|override))?\\s?:',
    '"role"\\s?:\\s?"(?:system|assistant|developer|user|tool)"',
  ),
  ...rule(
    'chat_template',
    0.7,
    'system|assistant|human:|user:|</|end of|begin|important>|information>|instruction>|admin|prompt',
    '(?:^|\\n)(?:system|assistant|ai|developer|human|chatgpt|llm)(?: (?:prompt|message|instructions?|override|note|notice))?\\s?:\\s?[a-z"\\n]',
    '[<\\[{(]{1,2}\\/?(?:system|sys|system[\\s_-]?(?:prompt|message|note|override|instructions?|update|command)|assistant|admin[\\s_-]?(?:override|instructions?|command|note)|user_?(?:query|input|prompt)|instructions?|important_?instructions?|important|information|prompt|override|hidden|context|untrusted|data|email_content|document|task|secret)[\\]>})]{1,2}',
    '\\b(?:begin|start|end)(?: of)?(?: the)?(?: new)? (?:system (?:prompt|message|instructions?|override)|prompt|instructions?|context|untrusted (?:data|content)|user (?:input|query|data|prompt)|(?:ai|agent|assistant|llm) instructions?|hidden (?:text|instructions?))\\b',
    '(?:-{3,}|={3,}|#{3,}|_{3,})\\s?(?:end|begin|start|new|system|stop)\\b[^\\n]{0,40}\\b(?:email|message|prompt|instructions?|data|document|context|input|conversation|user|system|task)s?\\b',
  ),
  ...rule(
    'fake_authority',
    1,
    'system|admin|developer|operator|openai|anthropic|google|security team|owner|authorized|authorised|override|protocol',
    '\\b(?:system|admin|administrator|developer|operator|root|security|emergency|priority|executive|platform)[\\s_-](?:override|overrides|directive|instruction|instructions|prompt|command|alert for (?:ai|the assistant)|message (?:to|for) (?:ai|the (?:ai|assistant|agent|model)))\\b',
    `\\b(?:system|admin|administrator|developer|operator|security|it) (?:notice|note|message|update|notification|instructions?|alert) (?:to|for) (?:the |all |any )?${ai}\\b`,
    "\\b(?:i am|i'm|this is|we are|message from|on behalf of|authori[sz]ed by) ~3(?:your (?:developer|creator|operator|administrator|programmer|owner|user|principal|system administrator)|the (?:ai |model )?(?:developers?|creators?) of (?:this|you)|(?:openai|anthropic|google deepmind|mistral)(?: (?:team|staff|developers?|support|safety|security))?)\\b",
    '\\b(?:user|owner|account holder|administrator) has (?:already |explicitly |pre-?|previously |fully )?(?:pre-?)?(?:approved|authori[sz]ed|consented|confirmed|given (?:you )?(?:permission|consent|approval)|granted)\\b',
    '\\bthis is an? (?:important |urgent |official |mandatory |automated )?(?:message|instruction|note|directive|command|request) from (?:me|the (?:system|user|owner|developer|administrator)|your)\\b[^\\n]{0,60}\\bto (?:you|the (?:ai|assistant|agent|model))\\b',
  ),
  // Spoken to the machine.
  ...rule(
    'addressed_to_ai',
    1,
    'ai|llm|assistant|gpt|claude|gemini|copilot|bot|agent|language model',
    `(?:^|[\\n.!?:;>\\]"-]\\s?)(?:dear|hey|hi|hello|attention|note|notice|message|instructions?|instruction|important|reminder|fyi|ok|okay|listen|alert|memo|to) ?(?:to|for|:)? ?(?:the |all |any |our |your |fellow )?(?:ai|llms?|language models?|large language models?|gpt|chatgpt|claude|gemini|copilot|chat ?bots?|(?:ai|llm|email|mail|inbox|virtual|digital|automated|autonomous|processing)[\\s-](?:assistants?|agents?|models?|systems?|bots?)|assistants?|agents?(?= (?:reading|processing|handling)))\\b(?! (?:manager|director|professor|to the|secretary|coach|editor|attorney|general))`,
    `\\bif (?:you are|you're|this is|an?|any|the) ~1(?:being |reading |read by |processed by |currently )?~1(?:an? |the )?${ai} ?(?:reading|processing|summari[sz]ing|handling|assisting|assistant|agent|system|model|that|who|which|reads?|process(?:es)?)?\\b(?! (?:manager|director|professor))`,
    `\\b${ai} (?:agent |assistant |model |system )?(?:that is |who is |currently |which is )?(?:reading|processing|summari[sz]ing|handling|parsing|analy[sz]ing|reviewing|triaging|managing|with access to) ~1(?:this|the|these|your|inbox|incoming)\\b`,
    "\\b(?:you are|you're|as) an? (?:helpful |large |advanced |intelligent |powerful |autonomous |automated )?(?:ai|llm|language model|chatbot|large language model|(?:ai|email|mail|virtual|digital)[\\s-](?:assistant|agent|model|bot))\\b",
    `\\b(?:instructions?|message|note|task|request|action required|directive|guidance|tasks) (?:for|to) (?:the |any |all |your )?${ai}\\b(?! (?:manager|director|professor|secretary|editor|coach|attorney|general))`,
  ),
  ...rule(
    'agent_instruction',
    1,
    'summar|respon|reply|answer|output|memory|remember|inbox|mark|the user|calendar|task that i gave|draft',
    '\\b(?:in|at the (?:end|start|beginning|top) of|to|into|with) (?:your|the|every|any|all|each) (?:future |next |final |subsequent )?(?:summary|summaries|response|responses|reply|replies|answer|answers|output|outputs) ~2(?:include|add|write|say|state|mention|insert|append|tell|put|claim|recommend|always)\\b',
    "\\b(?:when|while|if|before|after|whenever|once) (?:you )?(?:are )?(?:summari[sz](?:e|es|ing)|process(?:ing)?|read(?:ing)?|analy[sz](?:e|ing)|answer(?:ing)?|repl(?:y|ying)|respond(?:ing)?) ~1(?:to )?(?:this|the) (?:e-?mail|message|mail|thread|document|text|user|user'?s (?:question|request|query))\\b",
    '\\b(?:always|must|only|should|begin|start|end|simply|just) (?:your (?:reply|response|answer|output) )?(?:with |respond|reply|answer|say|output|print|write)(?: only| back| exactly)? ?(?:with |by )?(?:the (?:word|words|phrase|following|exact|text)|exactly|only|"|\')',
    '\\b(?:include|add|insert|append|put|mention|place) ~6(?:in|to|at (?:the )?(?:end|start|beginning|top) of) (?:your|the) (?:summary|response|reply|answer|output)s?\\b',
    '\\b(?:save|store|write|add|commit|record|update) ~4(?:to|in|into) (?:your |long-term |the )?(?:long-term )?(?:memory|memories|knowledge base|persistent memory)\\b',
    '\\b(?:remember|memori[sz]e) ~6(?:for (?:all )?future|in (?:all )?future|from now on|permanently|forever)\\b',
    '\\b(?:mark|flag|classify|label|rate|score|treat) (?:this|the|all|every|these) ~1(?:e-?mails?|messages?|mails|sender|request)? ?~1as (?:read|safe|trusted|legitimate|benign|clean|not spam|verified|approved|harmless)\\b',
    "\\b(?:the|your) (?:user|owner)(?:'s)? (?:inbox|mailbox|e-?mails?|account|calendar|contacts?|files|drive|computer|messages|behalf)\\b",
    '\\b(?:task|question|request) (?:that )?i (?:gave|asked|assigned) (?:you )?(?:in|at) the (?:beginning|start)\\b',
    '\\b(?:please )?(?:do|execute|perform|complete|follow|carry out) (?:all )?(?:exactly )?the following (?:first|tasks?|steps?|actions?|instructions?) ?(?:first|instead|immediately|exactly|before|without|in order|silently|:)',
  ),
  ...others(),
]

/** The main kinds in other languages. Without word boundaries where the script has none. */
function others(): InjectionRule[] {
  return [
    // German
    ...rule(
      'override_instruction',
      1,
      'ignorier|vergiss|vergessen|missacht|beacht|befolge',
      '\\b(?:ignorier(?:e|en|t)?|vergiss|vergessen|missachte(?:n)?|beachte(?:n)?|befolge(?:n)?) ~2(?:alle|alles|samtliche|saemtliche|deine|ihre|die|jegliche|nicht) ~3(?:vorherigen|bisherigen|vorigen|vorangegangenen|fruheren|obigen|vorhergehenden|anweisungen|instruktionen|vorgaben|regeln|befehle|richtlinien)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'nicht|ohne',
      '\\b(?:informiere|benachrichtige|sage?|erwahne|teile|verrate|frage?) ~3(?:benutzer|nutzer|anwender|user|inhaber|besitzer|niemandem?) ~2(?:nicht|nichts|davon|daruber|mit)?\\b',
      '\\bohne ~2(?:den|dem|die|der) (?:benutzer|nutzer|anwender|user|inhaber) ~3(?:zu )?(?:informieren|benachrichtigen|fragen|sagen)\\b',
      '\\bohne (?:ruckfrage|nachfrage|bestatigung|zustimmung|genehmigung)\\b ~2(?:des|der|vom)? ?(?:benutzers|nutzers|users)?',
    ),
    ...rule(
      'role_change',
      1,
      'du bist|ab jetzt|ab sofort|modus',
      '\\b(?:du bist|sie sind) (?:jetzt|nun|ab sofort|ab jetzt) ~4(?:ki|assistent|modell|modus|bot|agent|ohne)\\b',
      '\\b(?:ab jetzt|ab sofort|von nun an) ~1(?:bist du|sind sie|wirst du|antwortest du|handelst du)\\b',
    ),
    ...rule(
      'exfiltration',
      1,
      'leite|sende|schick|ubermittl|weiter',
      '\\b(?:leite|leiten sie|sende|senden sie|schicke?|schicken sie|ubermittle) ~2(?:alle|samtliche|den gesamten|die|mir) ~3(?:e-?mails?|nachrichten|mails|kontakte|passworter|zugangsdaten|posteingang|kontaktliste|daten) ~8(?:an|weiter|zu)\\b',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ki|ai|assistent|sprachmodell',
      '\\b(?:an|hinweis fur|hinweis an|anweisung an|anweisung fur|liebe|achtung|nachricht an) (?:die|den|das|alle)? ?(?:ki|ai|sprachmodell|llm|ki[\\s-](?:assistent(?:en)?|agent(?:en)?|systeme?|modelle?))\\b',
      '\\b(?:wenn|falls) (?:du|sie|dies) ~1(?:eine? )?(?:ki|sprachmodell|llm|ki[\\s-]assistent)\\b',
    ),
    ...rule(
      'prompt_leak',
      1,
      'system',
      '\\b(?:zeige?|verrate|nenne|gib|wiederhole|schreibe?) ~4(?:system-?prompt|systemanweisung(?:en)?|systemnachricht|deine anweisungen)\\b',
    ),
    // French
    ...rule(
      'override_instruction',
      1,
      'ignor|oubli|tenez pas|tiens pas',
      '\\b(?:ignore[zr]?|ignorer|oublie[zr]?|ne (?:tenez|tiens) pas compte d[eu]s?) ~2(?:toutes|tous|tout|les|vos|tes|des|ces) ~3(?:instructions?|consignes?|directives?|regles|ordres|precedentes?|anterieures?)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'utilisateur|proprietaire|personne',
      "\\b(?:ne|sans) ~2(?:dites|dis|informez|informe|prevenez|previens|mentionnez|mentionne|avertissez|prevenir|informer|avertir|signalez|demander) ~4(?:utilisateur|proprietaire|l'utilisateur|l'usager)",
    ),
    ...rule(
      'role_change',
      1,
      'maintenant|desormais|mode',
      '\\b(?:tu es|vous etes) (?:maintenant|desormais) ~4(?:ia|assistant|modele|mode|bot|agent)\\b',
      '\\b(?:desormais|a partir de maintenant) ~1(?:tu es|vous etes|tu dois|vous devez|tu vas)\\b',
    ),
    ...rule(
      'exfiltration',
      1,
      'transf|envo|transmet',
      "\\b(?:transfer(?:e|ez|er)|envoi(?:e|es)|envoyez|envoyer|transmet(?:s|tez|tre)?) ~2(?:tous|toutes|tout|l'ensemble|les|la|moi) ~4(?:e-?mails?|courriels?|messages?|contacts?|mots de passe|identifiants|boite|donnees|liste) ~8(?:a|vers|au)\\b",
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ia|assistant|modele de langage',
      "\\b(?:a l'attention d[eu]|note (?:a|pour)|instructions? (?:pour|a)|cher|chere|message (?:pour|a)) (?:l'|la |le |les |toute |tout )?(?:ia|assistant ia|intelligence artificielle|modele de langage|agent ia|assistants? virtuels?)\\b",
      '\\bsi (?:tu es|vous etes) (?:une |un )?(?:ia|assistant|modele de langage|intelligence artificielle)\\b',
    ),
    ...rule(
      'prompt_leak',
      1,
      'prompt|invite',
      '\\b(?:affiche[zr]?|montre[zr]?|revele[zr]?|donne[zr]?|repete[zr]?) ~4(?:prompt systeme|invite systeme|prompt initial|instructions systeme|vos instructions|tes instructions)\\b',
    ),
    // Spanish
    ...rule(
      'override_instruction',
      1,
      'ignor|olvid|haz caso|omit',
      '\\b(?:ignor(?:a|e|en|ar)|olvid(?:a|e|en|ar)|no hagas? caso (?:a|de)|omit(?:e|a|ir)) ~2(?:todas?|todos?|las|los|tus|sus|cualquier) ~3(?:instrucci(?:on|ones)|indicaciones|ordenes|reglas|directrices|anteriores|previas)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'usuario|propietario|dueno',
      '\\b(?:no|sin|nunca) ~2(?:digas?|informes?|informar|avises?|avisar|menciones?|mencionar|notifiques?|notificar|decir(?:le|selo)?|reveles?|preguntar|le digas) ~4(?:usuario|propietario|dueno)\\b',
    ),
    ...rule(
      'role_change',
      1,
      'ahora|partir|modo',
      '\\b(?:ahora eres|eres ahora|ahora es usted|usted es ahora) ~4(?:ia|asistente|modelo|modo|bot|agente)\\b',
      '\\b(?:a partir de ahora|desde ahora) ~1(?:eres|seras|debes|actua|actuaras|responde)\\b',
    ),
    ...rule(
      'exfiltration',
      1,
      'reenvi|envi|mand|transfier',
      '\\b(?:reenvi(?:a|e|ar)|envi(?:a|e|ar|ame)|mand(?:a|e|ar)) ~2(?:todos?|todas?|el|la|los|las|me) ~4(?:correos?|mensajes?|e-?mails?|contactos?|contrasenas?|credenciales|bandeja|datos) ~8(?:a|al|hacia)\\b',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ia|asistente|modelo de lenguaje',
      '\\b(?:atencion|nota para|instrucci(?:on|ones) para|estimad[oa]|mensaje para|querid[oa]) (?:a |la |el |los |cualquier )?(?:ia|asistente (?:de ia|virtual)|inteligencia artificial|modelo de lenguaje|agente de ia)\\b',
      '\\bsi (?:eres|usted es|es) (?:una? )?(?:ia|asistente|modelo de lenguaje|inteligencia artificial)\\b',
    ),
    ...rule(
      'prompt_leak',
      1,
      'prompt|instrucciones',
      '\\b(?:muestra|revela|dime|repite|escribe|imprime) ~4(?:prompt del sistema|prompt de sistema|prompt inicial|instrucciones del sistema|tus instrucciones)\\b',
    ),
    // Italian
    ...rule(
      'override_instruction',
      1,
      'ignor|dimentic',
      '\\b(?:ignora(?:re|te)?|dimentica(?:re|te)?) ~2(?:tutte|tutti|tutto|le|i|ogni|tue|qualsiasi) ~3(?:istruzion[ei]|indicazion[ei]|regole|ordini|direttive|precedent[ei])\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'utente|proprietario',
      "\\b(?:non|senza) ~2(?:dire|dirlo|informare|avvisare|menzionare|rivelare|notificare|chiedere|avvertire) ~4(?:utente|all'utente|l'utente|proprietario|dell'utente)\\b",
    ),
    ...rule(
      'role_change',
      1,
      'ora|adesso|modalit',
      "\\b(?:ora sei|adesso sei|sei ora|da ora in poi(?: sei)?|d'ora in poi) ~4(?:ia|ai|assistente|modello|modalita|bot|agente|devi|risponderai)\\b",
    ),
    ...rule(
      'exfiltration',
      1,
      'inoltr|invi|mand|trasmett',
      '\\b(?:inoltra(?:re|te)?|invia(?:re|te|mi)?|manda(?:re|te)?|trasmett[ie]) ~2(?:tutte|tutti|tutta|tutto|le|i|la) ~4(?:e-?mail|messaggi|contatti|password|credenziali|posta|dati|casella) ~8(?:a|ad|al|verso)\\b',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ia|ai|assistente|modello',
      "\\b(?:attenzione|nota per|istruzioni per|gentile|caro|messaggio per) (?:all'|l'|la |il |gli |ogni |qualsiasi )?(?:ia|assistente (?:ia|ai|virtuale)|intelligenza artificiale|modello linguistico|agente ai)\\b",
      "\\bse sei (?:un |una |un')?(?:ia|ai|assistente|modello linguistico|intelligenza artificiale)\\b",
    ),
    // Portuguese
    ...rule(
      'override_instruction',
      1,
      'ignor|esque|desconsider',
      '\\b(?:ignor(?:e|a|ar|em)|esque[cç](?:a|am|er)|desconsider(?:e|ar)) ~2(?:todas?|todos?|tudo|as|os|suas|quaisquer) ~3(?:instruc(?:ao|oes)|orientacoes|regras|ordens|diretrizes|anteriores|previas)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'usuario|utilizador|proprietario',
      '\\b(?:nao|sem|nunca) ~2(?:diga|informe|informar|avise|avisar|mencione|mencionar|notifique|notificar|conte|contar|revele|perguntar) ~4(?:usuario|utilizador|proprietario)\\b',
    ),
    ...rule(
      'role_change',
      1,
      'agora|partir|modo',
      '\\b(?:agora voce e|voce agora e|voce e agora|a partir de agora(?: voce)?) ~4(?:ia|assistente|modelo|modo|bot|agente|deve|responda)\\b',
    ),
    ...rule(
      'exfiltration',
      1,
      'encaminh|envi|mand',
      '\\b(?:encaminh(?:e|a|ar)|envi(?:e|a|ar)|mand(?:e|a|ar)) ~2(?:todos?|todas?|o|a|os|as) ~4(?:e-?mails?|mensagens|contatos|contactos|senhas|credenciais|caixa|dados) ~8(?:para|a|ao)\\b',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ia|assistente|modelo',
      '\\b(?:atencao|nota para|instrucoes para|prezad[oa]|mensagem para|car[oa]) (?:a |o |os |qualquer )?(?:ia|assistente (?:de ia|virtual)|inteligencia artificial|modelo de linguagem|agente de ia)\\b',
      '\\bse voce (?:e|for) (?:uma? )?(?:ia|assistente|modelo de linguagem|inteligencia artificial)\\b',
    ),
    // Dutch
    ...rule(
      'override_instruction',
      1,
      'negeer|vergeet',
      '\\b(?:negeer|vergeet|negeren) ~2(?:alle|al|de|je|jouw|uw|eventuele) ~3(?:instructies|aanwijzingen|opdrachten|regels|richtlijnen|eerdere|vorige|voorgaande)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'gebruiker|eigenaar',
      '\\b(?:vertel|informeer|meld|zeg|vraag|zonder) ~4(?:gebruiker|eigenaar) ~2(?:niet|niets|te informeren|te vertellen|te vragen|hierover)\\b',
    ),
    ...rule(
      'role_change',
      1,
      'vanaf nu|je bent nu|u bent nu',
      '\\b(?:je bent nu|u bent nu|vanaf nu (?:ben je|bent u|moet je)) ~4(?:ai|assistent|model|modus|bot|agent|een)\\b',
    ),
    ...rule(
      'exfiltration',
      1,
      'stuur|verzend|doorstur',
      '\\b(?:stuur|verzend|verstuur) ~2(?:alle|de|het|al|mij) ~4(?:e-?mails?|berichten|contacten|wachtwoorden|inloggegevens|postvak|gegevens) ~8(?:naar|aan|door)\\b',
    ),
    // Polish
    ...rule(
      'override_instruction',
      1,
      'zignoruj|ignoruj|zapomnij|pomin',
      '\\b(?:zignoruj|ignoruj|zapomnij o|pomin) ~2(?:wszystkie|wszelkie|wszystkich|swoje|twoje|poprzednie) ~3(?:instrukcj[ei]|instrukcjach|polece(?:nia|niach)|zasady|wytyczne|poprzednie|wczesniejsze)\\b',
    ),
    ...rule(
      'secrecy',
      1,
      'uzytkownik',
      '\\b(?:nie|bez) ~2(?:mow|informuj|powiadamiaj|wspominaj|informowania|pytania|powiadamiania|zgody) ~3uzytkownik(?:a|owi|u)\\b',
    ),
    ...rule(
      'role_change',
      1,
      'teraz|od tej',
      '\\b(?:jestes teraz|teraz jestes|od teraz jestes|od tej pory jestes) ~4',
    ),
    ...rule(
      'exfiltration',
      1,
      'przeslij|wyslij|przekaz',
      '\\b(?:przeslij|wyslij|przekaz) ~2(?:wszystkie|cala|caly|mi) ~4(?:e-?maile|wiadomosci|kontakty|hasla|skrzynk[ei]|dane) ~8(?:na|do)\\b',
    ),
    // Russian
    ...rule(
      'override_instruction',
      1,
      'игнорир|забуд|пренебре',
      '(?:про)?(?:игнорируй(?:те)?|забуд(?:ь|ьте)|пренебреги(?:те)?) ~2(?:все|всех|любые|свои|обо всех|предыдущие|прежние) ~3(?:инструкци|указани|команд|правил|предыдущ|прежни|распоряжени)',
    ),
    ...rule(
      'secrecy',
      1,
      'пользовател|владел',
      '(?:не|без) ~2(?:сообщай(?:те)?|говори(?:те)?|уведомляй(?:те)?|упоминай(?:те)?|рассказывай(?:те)?|информируй(?:те)?|ведома|уведомления|согласия|подтверждения) ~3(?:пользовател|владел)',
    ),
    ...rule(
      'role_change',
      1,
      'теперь|отныне|режим',
      '(?:теперь (?:ты|вы)|(?:ты|вы) теперь|отныне (?:ты|вы)|с этого момента (?:ты|вы)) ~4(?:ии|ассистент|помощник|модел|режим|бот|агент|долж)',
      '(?:включи(?:те)?|активируй(?:те)?|перейди(?:те)? в) ~3режим',
    ),
    ...rule(
      'exfiltration',
      1,
      'перешл|отправ|перенаправ|пришл',
      '(?:перешли(?:те)?|отправь(?:те)?|перенаправь(?:те)?|пришли(?:те)?) ~2(?:все|весь|всю|мне|содержимое) ~4(?:письм|сообщени|контакт|парол|почт|данны|учетн|входящ|адресн)',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ии|ассистент|нейросет|языков',
      '(?:внимание|инструкци[яи] для|сообщение для|уважаем(?:ый|ая)|примечание для|заметка для) ~1(?:ии|ассистент|ии-ассистент|ии-помощник|нейросет|языков(?:ая|ой) модел|искусственн)',
      'если (?:ты|вы) ~2(?:ии\\b|ии[\\s,-]|ассистент|нейросет|языков)',
    ),
    // Turkish
    ...rule(
      'override_instruction',
      1,
      'talimat|yonerge',
      '\\b(?:onceki|tum|butun|yukaridaki) ~2(?:talimatlari|yonergeleri|komutlari) ~2(?:yoksay|gormezden gel|unut|dikkate alma|goz ardi et)',
    ),
    // Arabic
    ...rule(
      'override_instruction',
      1,
      'تجاهل|انس',
      '(?:تجاهل|انس) ~2(?:جميع|كل|كافة)? ?~1(?:التعليمات|الاوامر|الأوامر|الإرشادات|القواعد)',
    ),
    // Chinese
    ...rule(
      'override_instruction',
      1,
      '忽略|忘记|忘掉|无视|無視|不要理会',
      '(?:请)?(?:忽略|忘记|忘掉|无视|無視|不要理会|忽視)[^。\\n]{0,8}(?:之前|以前|先前|上面|上述|以上|前面|所有|一切|全部)[^。\\n]{0,8}(?:指令|指示|说明|說明|规则|規則|提示|命令|内容)',
    ),
    ...rule(
      'secrecy',
      1,
      '告诉|告知|通知|提及|透露',
      '(?:不要|请勿|别|切勿|无需|不得)[^。\\n]{0,4}(?:告诉|告知|通知|向|提及|透露|询问)[^。\\n]{0,4}(?:用户|使用者|主人|收件人)',
    ),
    ...rule(
      'role_change',
      1,
      '现在|從現在|从现在',
      '(?:你现在是|您现在是|从现在开始[,,]?你|从现在起[,,]?你|你現在是|进入[^。\\n]{0,6}模式)',
    ),
    ...rule(
      'exfiltration',
      1,
      '转发|发送|發送|轉發',
      '(?:转发|发送|發送|轉發|发给|导出)[^。\\n]{0,12}(?:邮件|郵件|密码|密碼|联系人|聯絡人|收件箱|凭证|数据|通讯录)[^。\\n]{0,10}(?:到|至|给|給)|(?:将|把)[^。\\n]{0,12}(?:邮件|郵件|密码|密碼|联系人|收件箱|凭证|数据|通讯录)[^。\\n]{0,10}(?:转发|发送|發送|轉發|发到|发给)',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      '助手|人工智能|语言模型|ai',
      '(?:致|给|尊敬的|如果你是|注意)[::]?[^。\\n]{0,6}(?:ai|人工智能|语言模型|智能助手)',
    ),
    ...rule(
      'prompt_leak',
      1,
      '系统提示|提示词',
      '(?:显示|输出|告诉我|透露|重复|打印)[^。\\n]{0,8}(?:系统提示|提示词|系统指令)',
    ),
    // Japanese
    ...rule(
      'override_instruction',
      1,
      '無視|忘れ',
      '(?:以前|前|これまで|上記|すべて|全て|今まで)[^。\\n]{0,8}(?:指示|命令|ルール|プロンプト|指令)[^。\\n]{0,6}(?:無視|忘れ)',
    ),
    ...rule(
      'secrecy',
      1,
      'ユーザー|利用者|所有者',
      '(?:ユーザー|利用者|所有者)(?:に|には|へ)[^。\\n]{0,10}(?:知らせ|伝え|言わ|教え|通知し|報告し)[^。\\n]{0,4}(?:ない|ず)',
    ),
    ...rule(
      'role_change',
      1,
      'あなたは今|これから|モード',
      '(?:あなたは今(?:から)?|今からあなたは|これからあなたは|これより|今後あなたは)[^。\\n]{0,16}(?:です|として|モード)',
    ),
    ...rule(
      'exfiltration',
      1,
      '転送|送信|送って',
      '(?:メール|パスワード|連絡先|受信トレイ|受信箱|認証情報|データ)[^。\\n]{0,16}(?:転送し|送信し|送って)',
    ),
    ...rule(
      'addressed_to_ai',
      1,
      'ai|アシスタント|言語モデル',
      '(?:aiアシスタント|ai|人工知能|言語モデル)(?:への|へ|の皆|宛)[^。\\n]{0,8}(?:指示|連絡|メッセージ|注意|お知らせ)',
    ),
    // Korean
    ...rule(
      'override_instruction',
      1,
      '무시|잊어',
      '(?:이전|위의|모든|앞의|기존)[^.\\n]{0,10}(?:지시|명령|지침|규칙|프롬프트)[^.\\n]{0,6}(?:무시|잊어)',
    ),
    ...rule(
      'secrecy',
      1,
      '사용자|소유자',
      '(?:사용자|소유자)(?:에게|한테)[^.\\n]{0,10}(?:알리지|말하지|통보하지|언급하지|보고하지)',
    ),
    ...rule(
      'role_change',
      1,
      '당신은|너는|모드',
      '(?:당신은|너는) (?:이제|지금부터)|(?:이제부터|지금부터) (?:당신은|너는)',
    ),
    ...rule(
      'exfiltration',
      1,
      '전달|전송|보내',
      '(?:이메일|메일|비밀번호|연락처|받은편지함|데이터|메시지)[^.\\n]{0,16}(?:전달하|전송하|보내)',
    ),
  ]
}
