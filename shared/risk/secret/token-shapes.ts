/** Shapes of the keys and tokens that vendors document, each with the text that a mail must hold for it to be there. */

/**
 * Name, text (lower case; several are alternatives, split by a space) and pattern of a whole token. What
 * stands around it is no letter, digit, `_` or `-`; in a pattern `w` stands for `[A-Za-z0-9_-]`,
 * `a` for `[A-Za-z0-9]`, `h` for `[0-9a-f]`, `l` for `[0-9a-z]`, `u` for `[0-9A-Z]`, each followed by a count.
 */
const shapes = String.raw`
aws_access_key_id | akia asia abia acca aroa aida anpa agpa aipa | (?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|ANPA|AGPA|AIPA)[A-Z2-7]{16}
aws_mws_key | amzn.mws. | amzn\.mws\.h{8}-h{4}-h{4}-h{4}-h{12}
aws_bedrock_long | absk | ABSK[A-Za-z0-9+/]{60,300}={0,2}
aws_bedrock_short | bedrock-api-key- | bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/]{0,3000}={0,2}
alibaba_access_key_id | ltai | LTAIa{12,26}
tencent_secret_id | akid | AKIDa{32}
google_api_key | aiza | AIzaw{35}
google_oauth_secret | gocspx- | GOCSPX-w{28}
google_oauth_token | ya29. | ya29\.w{20,400}
google_refresh_token | 1// | 1//0w{30,200}
google_oauth_client | apps.googleusercontent.com | \d{6,16}-l{32}\.apps\.googleusercontent\.com
firebase_server_key | aaaa | AAAAw{7}:APA91bw{120,180}
azure_sas | sig= | (?:sv|se|st|sp)=[^&\s"'<>]{1,60}&[^\s"'<>]{0,300}sig=[A-Za-z0-9%+/]{40,100}(?:=|%3[dD]){0,2}
azure_ad_secret | q~ | a{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}
azure_storage_key | accountkey= | AccountKey=[A-Za-z0-9+/]{86}==
azure_shared_access | sharedaccesskey= | SharedAccessKey=[A-Za-z0-9+/]{43}=
azure_devops_pat | azdo | a{76}AZDOa{4}
azure_function_key | azfu | [A-Za-z0-9_-]{44}AzFu[A-Za-z0-9+/=_-]{4,8}
azure_cognitive_key | aaaa acog bing | a{52}JQQJ99[A-Z0-9]{6}[A-Za-z0-9]{18}
github_pat | ghp_ | ghp_a{36}
github_oauth | gho_ | gho_a{36}
github_app | ghu_ ghs_ | gh[us]_a{36}
github_refresh | ghr_ | ghr_a{36,76}
github_fine_grained | github_pat_ | github_pat_[A-Za-z0-9_]{22,255}
gitlab_pat | glpat- | glpat-[A-Za-z0-9_.-]{20,320}
gitlab_token | glptt- gldt- glrt- glrtr- glcbt- glft- glimt- glagent- gloas- glsoat- glffct- glwt- | gl(?:ptt|dt|rtr?|cbt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{10,320}
gitlab_runner_registration | gr1348941 | GR1348941w{20}
gitlab_session | _gitlab_session | _gitlab_session=l{32}
bitbucket_app_password | atbb | ATBBa{32}
atlassian_token | atatt3 | ATATT3[A-Za-z0-9_=-]{100,250}
atlassian_oauth | atca atst | AT(?:CA|ST)T3[A-Za-z0-9_=-]{60,250}
live_key | _live_ | (?![prs]k_)[a-z]{2,12}_live_a{20,80}
slack_token | xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxe- xoxe. | xox(?:e\.xox)?[abeoprs][-.][A-Za-z0-9-]{8,250}
slack_app_token | xapp- | xapp-\d-[A-Z0-9]{8,14}-\d{8,16}-l{32,80}
slack_cookie | xoxd- | xoxd-[A-Za-z0-9%+/=]{60,300}
slack_webhook | hooks | hooks.slack(?:-gov)?.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{30,80}
discord_bot | . | [MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}
discord_webhook | api/webhooks | discord(?:app)?\.com/api/webhooks/\d{17,20}/w{60,72}
teams_webhook | webhook.office.com | [a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/h{8}-h{4}-h{4}-h{4}-h{12}@[^\s"'<>]{40,200}
power_automate | logic.azure.com | logic\.azure\.com(?::443)?/workflows/h{32}/[^\s"'<>]{20,200}sig=w{40,60}
telegram_bot | :aa | \d{8,10}:AAw{32,34}
stripe_key | sk_live_ sk_test_ rk_live_ rk_test_ | [sr]k_(?:live|test)_a{16,250}
stripe_webhook | whsec_ | whsec_[A-Za-z0-9+/]{24,64}={0,2}
square_token | eaaa sq0atp- sq0csp- sq0idp- | sq0(?:atp|csp|idp)-w{22,43}|EAAA[A-Za-z0-9_-]{60}
paypal_braintree | access_token$ | access_token\$(?:production|sandbox)\$l{16}\$h{32}
adyen_key | aqe | AQE[a-z][A-Za-z0-9+/=]{60,600}
razorpay_key | rzp_ | rzp_(?:live|test)_a{14,24}
paystack_key | sk_live_ sk_test_ | sk_(?:live|test)_h{40}
flutterwave_key | flwseck flwpubk | FLW(?:SECK|PUBK)(?:_TEST)?-[A-Za-z0-9]{12,40}(?:-X)?
mollie_key | live_ test_ | (?:live|test)_[A-Za-z0-9]{30}
gocardless_token | live_ sandbox_ | (?:live|sandbox)_[A-Za-z0-9_=-]{40}
plaid_token | access-sandbox access-production access-development | access-(?:sandbox|development|production)-h{8}-h{4}-h{4}-h{4}-h{12}
coinbase_key | organizations/ | organizations/h{8}-h{4}-h{4}-h{4}-h{12}/apiKeys/h{8}-h{4}-h{4}-h{4}-h{12}
duffel_token | duffel_ | duffel_(?:test|live)_w{43}
easypost_key | ezak eztk | EZ[AT]Ka{54}
shippo_token | shippo_ | shippo_(?:live|test)_h{40}
lob_key | live_ test_ | (?:live|test)_(?:pub_)?h{31,35}
shopify_token | shpat_ shpca_ shppa_ shpss_ shptka_ shpua_ | shp(?:at|ca|pa|ss|tka|ua)_[0-9a-fA-F]{32}
openai_key | sk- | sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,250}|sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|sk-[A-Za-z0-9]{48}
anthropic_key | sk-ant- | sk-ant-(?:(?:api|admin)\d{2}-w{93}AA|(?:oat|ort|sid)\d{2}-[A-Za-z0-9_-]{60,140})
openrouter_key | sk-or- | sk-or-v\d-h{64}
deepseek_key | sk- | sk-h{32}
xai_key | xai- | xai-a{80}
groq_key | gsk_ | gsk_a{52}
perplexity_key | pplx- | pplx-a{48,56}
replicate_token | r8_ | r8_a{37,40}
huggingface_token | hf_ api_org_ | (?:hf_[A-Za-z]{34}|hf_a{34,40}|api_org_[A-Za-z]{34})
fireworks_key | fw_ | fw_a{22,30}
elevenlabs_key | sk_ | sk_h{48}
langsmith_key | lsv2_ | lsv2_(?:pt|sk)_h{32}_h{10}
langfuse_key | sk-lf- pk-lf- | [sp]k-lf-h{8}-h{4}-h{4}-h{4}-h{12}
pinecone_key | pcsk_ | pcsk_[A-Za-z0-9_]{30,80}
tavily_key | tvly- | tvly-[A-Za-z0-9-]{20,50}
firecrawl_key | fc- | fc-h{32}
nvidia_key | nvapi- | nvapi-w{60,70}
cerebras_key | csk- | csk-l{40,60}
wandb_key | wandb_v | wandb_v\d_w{20,90}
twilio_key | sk ac | SK[0-9a-fA-F]{32}
sendgrid_key | sg. | SG\.w{16,26}\.w{39,50}
mailgun_key | key- | key-h{32}|h{32}-h{8}-h{8}
mailchimp_key | -us | h{32}-us\d{1,2}
mandrill_key | md- | md-w{22}
sendinblue_key | xkeysib- xsmtpsib- | x(?:key|smtp)sib-h{64}-a{16}
resend_key | re_ | re_a{8}_a{24}
mailersend_key | mlsn. | mlsn\.a{64}
messagebird_key | messagebird | messagebird-a{25}
intercom_token | dg9r | dG9rO[A-Za-z0-9+/]{54,70}={0,2}
zendesk_token | /token: | [A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,100}/token:a{40}
hubspot_token | pat-na pat-eu | pat-(?:na|eu)\d-h{8}-h{4}-h{4}-h{4}-h{12}
salesforce_token | 00d | 00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,120}
asana_pat | / | [01]/\d{16}(?:/\d{16})?:h{32}
airtable_pat | pat | pata{14}\.h{64}
notion_token | ntn_ secret_ | ntn_\d{11}a{35}|secret_a{43}
linear_key | lin_api_ lin_oauth_ | lin_(?:api|oauth)_a{32,64}
clickup_token | pk_ | pk_\d{5,9}_[A-Z0-9]{32}
figma_token | figd_ figo_ | fig[do]_w{40}
dropbox_token | sl. | sl\.(?:u\.)?w{130,1400}
jwt | eyj | eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}
jwt_unsigned | eyj | eyJ[A-Za-z0-9_-]{15,2000}\.eyJ[A-Za-z0-9_-]{15,4000}\.?
jwt_in_base64 | zxlk | ZXlK[A-Za-z0-9+/=]{40,4000}
npm_token | npm_ | npm_a{36}
npm_auth | _authtoken | _authToken ?= ?"?[A-Za-z0-9._/+=-]{16,250}
pypi_token | pypi-ageichlwas | pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,1000}
rubygems_key | rubygems_ | rubygems_h{48}
nuget_key | oy2 | oy2[a-z2-7]{43}
clojars_token | clojars_ | CLOJARS_l{60}
crates_token | cio | cioa{32}
docker_pat | dckr_pat_ dckr_oat_ | dckr_[po]at_w{27,40}
sonatype_token | sonatype | sonatype_a{20,60}
artifactory_key | akc | AKC[A-Za-z0-9]{10,100}
artifactory_reference | cmvmd | cmVmd[A-Za-z0-9]{59}
artifactory_identity | ey | eyJ2ZXIiOi[A-Za-z0-9_-]{60,2000}
sonar_token | squ_ sqp_ sqa_ | sq[upa]_h{40}
snyk_token | snyk_ | snyk_(?:uat|sat)\.h{8}\.[A-Za-z0-9._-]{40,400}
circleci_token | cciprj_ ccipat_ | cci(?:prj|pat)_a{20,30}_h{40}
buildkite_token | bkua_ bkct_ | bk(?:ua|ct|at)_a{40}
pulumi_token | pul- | pul-h{40}
terraform_cloud | .atlasv1. | a{14}\.atlasv1\.w{60,70}
vault_token | hvs. hvb. hvr. s. | hv[sbr]\.w{24,300}|s\.(?=[A-Za-z]{0,23}\d)a{24}
doppler_token | dp. | dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?a{40,44}
infracost_key | ico- | ico-a{32}
prefect_key | pnu_ pnb_ | pn[ub]_a{36}
databricks_token | dapi dose dkea | (?:dapi|dose|dkea|dsapi)h{32}(?:-\d)?
snowflake_hint | ver:1-hint | ver:1-hint:\d+-[A-Za-z0-9+/=]{20,400}
planetscale_token | pscale_ | pscale_(?:tkn|pw|oauth|app)_[A-Za-z0-9=._-]{30,70}
supabase_key | sbp_ sb_secret_ | sbp_h{40}|sb_secret_w{20,50}
neon_key | napi_ | napi_l{40,80}
mongodb_atlas | mdb_sa_ | mdb_sa_(?:id|sk)_[A-Za-z0-9_-]{20,60}
heroku_key | hrku- | HRKU-[A-Za-z0-9_-]{36,70}
fly_token | fo1_ fm1 fm2_ | fo1_w{43}|fm[12][ar]?_[A-Za-z0-9+/]{60,900}={0,3}
vercel_token | vcp_ vck_ vci_ | vc[pkira]_a{20,60}
netlify_token | nfp_ nfc_ | nf[pcobu]_a{36,40}
render_key | rnd_ | rnd_a{28,36}
scalingo_token | tk-us- | tk-us-w{48}
digitalocean_token | dop_v1_ doo_v1_ dor_v1_ | do[opr]_v1_h{64}
digitalocean_spaces | do00 | DO00[A-Z0-9]{16}
hetzner_token | hcloud | hcloud_a{40,64}
cloudflare_origin_ca | v1.0- | v1\.0-h{24}-h{146}
cloudflare_token | cfpat_ cfut_ cfat_ | cf(?:p|u|a)t?a?t?_a{36,60}
akamai_token | akab- | akab-[a-z0-9]{16}-[a-z0-9]{16}
tailscale_key | tskey- | tskey-(?:api|auth|client|scim|webhook)-[A-Za-z0-9_-]{10,80}
ngrok_key | ak_ cr_ | (?:ak|cr|ssh)_2[A-Za-z0-9]{26}
defined_networking_key | dnkey- | dnkey-l{26}-l{52}
grafana_key | eyjrijoi glsa_ glc_ | eyJrIjoi[A-Za-z0-9_=-]{42,400}|glsa_a{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2}
datadog_key | ddapi_ ddapp_ | dd(?:api|app)_a{32,40}
newrelic_key | nrak- nrjs- nrii- nrra- nraa- | NR(?:AK|RA|AA)-[A-Za-z0-9]{27}|NRJS-h{19}|NRII-[A-Za-z0-9-]{32}
sentry_token | sntrys_ sntryu_ | sntrys_eyJ[A-Za-z0-9=+/_-]{20,700}|sntryu_h{64}
honeycomb_key | hcaik_ hcbik_ hcamk_ | hc(?:a|b)[im]k_01a{20,60}
dynatrace_token | dt0c01. dt0s | dt0[cs]\d{2}\.[A-Za-z0-9]{8,24}\.[A-Za-z0-9]{40,64}
posthog_key | phx_ phc_ phs_ | ph[xs]_a{40,60}
axiom_token | xaat- xapt- | xa[ap]t-h{8}-h{4}-h{4}-h{4}-h{12}
pagerduty_key | pdus+ | pdus\+[A-Za-z0-9_+-]{20,40}
octopus_key | api- | API-[A-Z0-9]{25,27}
launchdarkly_key | sdk- api- mob- | (?:sdk|api|mob)-h{8}-h{4}-h{4}-h{4}-h{12}
harness_token | pat. sat. | (?:pat|sat)\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{22,24}\.[A-Za-z0-9]{20}
postman_key | pmak- | PMAK-h{24}-h{34}
readme_key | rdme_ | rdme_l{70}
typeform_token | tfp_ | tfp_[A-Za-z0-9_.=-]{40,60}
sourcegraph_token | sgp_ sgs_ slk_ | sgp_(?:h{16}|local)_h{40}|sg[ps]_h{40}|slk_h{64}
contentful_token | cfpat- | CFPAT-w{43}
frameio_token | fio-u- | fio-u-[A-Za-z0-9_=-]{64}
mapbox_token | pk.eyj sk.eyj tk.eyj pk. | [pst]k\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,24}|pk\.l{60}\.l{22}
maxmind_key | _mmk | [A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk
facebook_token | eaa | EAA[A-Za-z0-9]{60,300}
facebook_app_token | facebook | \d{15,16}(?:\||%7[cC]|%)[A-Za-z0-9_-]{27,40}
instagram_token | igq | IGQ[A-Za-z0-9_-]{60,250}
linkedin_token | aq | AQ[UVX][A-Za-z0-9_-]{60,400}
twitter_bearer | aaaaaaaaaaaaaaaaaaaa | A{20,24}[A-Za-z0-9%]{40,110}
twitch_token | oauth: | oauth:l{30}
intra42_secret | s-s4t2 | s-s4t2(?:ud|af)-h{64}
settlemint_token | sm_aat_ sm_pat_ sm_sat_ | sm_[aps]at_a{16}
yandex_token | y0_ y1_ y2_ y3_ t1. aqvn ycae ycm yco ycn ycp | y[0-3]_w{30,150}|t1\.[A-Za-z0-9_-]{4,300}={0,2}\.[A-Za-z0-9_-]{60,100}={0,2}|AQVN[A-Za-z0-9_-]{35,38}|YC[A-Za-z0-9_-]{38}
vk_token | vk1.a. | vk1\.a\.[A-Za-z0-9_-]{60,300}
age_secret_key | age-secret-key- | AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7Lqpzry9x8gf2tvdw0s3jn54khce6mua7l]{58}
one_password_token | ops_ eyj | ops_eyJ[A-Za-z0-9+/=_-]{150,900}
one_password_key | a3- | A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}
bitwarden_token | 0. | 0\.h{8}-h{4}-h{4}-h{4}-h{12}\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{20,40}={0,2}
okta_token | 00 | 00[A-Za-z0-9_-]{39}[A-Za-z0-9]
workos_key | sk_ | sk_(?:live|test|prod)_[A-Za-z0-9]{30,120}
inngest_key | signkey- tr_ | signkey-(?:prod|test|branch)-h{32,64}|tr_(?:dev|prod|stg)_a{20,40}
beamer_token | b_ | b_[a-z0-9=_-]{44}
sidekiq_url | contribsys.com | h{8}:h{8}@(?:gems|enterprise)\.contribsys\.com
authress_key | sc_ ext_ scauth_ authress_ | (?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120}
kubernetes_bootstrap | token | (?<=token[ :="']{1,4})[a-z0-9]{6}\.[a-z0-9]{16}
openshift_token | sha256~ | sha256~[A-Za-z0-9_-]{43}
crypt_hash | $2 $5$ $6$ $y$ $argon2 | \$(?:2[aby]\$\d\d\$[A-Za-z0-9./]{53}|[56]\$(?:rounds=\d{1,7}\$)?[A-Za-z0-9./]{1,16}\$[A-Za-z0-9./]{43,86}|y\$[A-Za-z0-9./]{1,10}\$[A-Za-z0-9./]{8,40}\$[A-Za-z0-9./]{43}|argon2(?:id|i|d)\$v=\d+\$[a-z0-9,=]{5,40}\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{16,88})
deepl_key | :fx | h{8}-h{4}-h{4}-h{4}-h{12}:fx
gcp_hmac | goog1e | GOOG1E[A-Z0-9]{55}
endor_key | endr+ | endr\+a{16}
e2b_key | e2b_ | e2b_h{40}
svix_key | testsk_ sk_ | (?:testsk|sk)_a{32}\.(?:eu|us|ca|au|in)
convex_key | prod: dev: preview: | (?:prod|dev|preview):[a-z]{3,20}-[a-z]{3,20}-\d{1,4}\|[A-Za-z0-9+/=_-]{40,200}
persona_key | persona_ | persona_(?:production|sandbox)_h{8}-h{4}-h{4}-h{4}-h{12}
honeycomb_classic | x-honeycomb-team | (?<=[Xx]-[Hh]oneycomb-[Tt]eam: )[A-Za-z0-9]{22,64}
zapier_hook | hooks.zapier.com | hooks\.zapier\.com/hooks/catch/\d{4,10}/l{5,12}
make_hook | make.com | hook\.(?:eu|us)\d\.make\.com/l{20,40}
ifttt_key | maker.ifttt.com | maker\.ifttt\.com/(?:trigger|use)/[^\s"'<>]{1,100}
apr_hash | $apr1$ $1$ | \$(?:apr1|1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}
docker_swarm | swmtkn- | SWMTKN-1-l{50}-l{25}
k3s_token | k10 | K10h{64}::[a-z]{4,8}:[A-Za-z0-9.]{16,80}
rancher_token | token- | token-l{5}:l{54}
new_relic_licence | nral | h{36}NRAL
algolia_key | algolia | (?<=[Aa][Ll][Gg][Oo][Ll][Ii][Aa][^\n]{0,40})h{32}
dbt_token | dbtc_ dbtu_ | dbt[cu]_w{30,80}
statsig_key | secret- | secret-[A-Za-z0-9]{40,50}
stytch_secret | secret-live- secret-test- | secret-(?:live|test)-w{30,50}={0,2}
paddle_key | pdl_ | pdl_(?:live|sdbx|test)_[a-z]{3,12}_l{20,30}_a{15,30}_a{3}
woocommerce_key | ck_ cs_ | c[ks]_h{40}
linkedin_app_secret | wpl_ap | WPL_AP\d\.a{16}\.a{6}={0,2}
trello_token | atta | ATTAh{64}[0-9A-Fa-f]{8}
vercel_blob | vercel_blob_rw_ | vercel_blob_rw_a{10,20}_a{20,40}
onfido_token | api_live. api_sandbox. | api_(?:live|sandbox)(?:_[a-z]{2})?\.[A-Za-z0-9_-]{8,14}\.[A-Za-z0-9_-]{24,40}
ramp_secret | ramp_sec_ | ramp_sec_a{30,60}
storyblok_token | tt- | a{22}tt-\d{4,7}-a{20,30}
infisical_token | st. | st\.h{24}\.h{32}\.h{32}
n8n_key | n8n_api_ | n8n_api_w{30,400}
langchain_key | ls__ | ls__h{32}
gitea_token | gta_ | gta_l{36,60}
short_prefix | scp- zpka_ tgpak_ jina_ xau_ ddp_ | (?:scp-(?:live|test)-h{32}|zpka_h{32}_h{8}|tgpak_l{40,60}|jina_a{60,70}|xau_a{30,45}|ddp_a{36})
bip32_key | xprv yprv zprv tprv | [xyzt]prva{107,108}
wif_key | 5 k l | (?:5[HJK][1-9A-HJ-NP-Za-km-z]{49}|[KL][1-9A-HJ-NP-Za-km-z]{51})
`

export interface TokenShape {
  name: string
  /** Whether its tokens are long words with digits, so that a text without one can't hold any. */
  long: boolean
  keywords: readonly string[]
  pattern: RegExp
}

const classes: Record<string, string> = {
  w: '[A-Za-z0-9_-]',
  a: '[A-Za-z0-9]',
  h: '[0-9a-f]',
  l: '[0-9a-z]',
  u: '[0-9A-Z]',
}

/** Shapes whose tokens may be short, or spelled without a digit. */
const short = new Set(['slack_token', 'kubernetes_bootstrap', 'age_secret_key', 'settlemint_token'])

/** The shapes, each a pattern that is tried where one of its keywords is in the text. */
export const tokenShapes: readonly TokenShape[] = shapes
  .trim()
  .split('\n')
  .map((line) => {
    const [name, keywords, ...rest] = line.split(' | ')
    const source = rest.join(' | ').replace(/([wahlu])(?=\{\d)/g, (_, letter: string) => classes[letter]!)
    return {
      name: name!.trim(),
      long: !short.has(name!.trim()),
      keywords: keywords!.trim().split(' '),
      pattern: new RegExp(`(?<![A-Za-z0-9_-])(?:${source})(?![A-Za-z0-9_-])`, 'g'),
    }
  })
