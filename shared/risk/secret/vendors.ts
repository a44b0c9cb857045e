/** Names of services that hand out keys: beside one of them a value drawn at random is most likely a key. */

const names =
  'adafruit adobe adyen airbrake airtable akamai algolia alibaba aliyun amazon amplitude anthropic appcenter appveyor artifactory asana atlassian auth0 authress aws axiom azure backblaze bamboo beamer binance bintray bitbucket bitly bitrise bittrex blynk box braintree branch browserstack bugsnag buildkite bunny calendly census chargebee checkly circleci clarifai clearbit clerk clickhouse clickup clojars cloudant cloudflare cloudinary cloudsmith coda codacy codeclimate codecov cohere coinbase confluent contentful convertkit coveralls crates crowdin customerio databricks datadog deepl deepseek delighted dialogflow digitalocean discord disqus docker doppler drone droneci dropbox duffel dwolla dynatrace easypost elastic elevenlabs etsy eventbrite facebook fastly fauna figma finicity finnhub firebase fivetran flickr flutterwave fly flyio foursquare frameio freemius freshbooks freshdesk front fullstory gcp gemini geocodio getresponse ghost giphy github gitlab gitter gocardless godaddy google grafana gravatar groq gumroad hackerone harness hashicorp helpscout heroku hetzner hubspot huggingface infracost infura instagram intercom intra42 ipinfo ipstack jenkins jfrog xray jira jotform jumpcloud kafka keen klaviyo kraken kubernetes kucoin lastfm launchdarkly linear linkedin linode lob logdna loggly looker mailchimp mailgun mailjet mandrill mapbox mapquest mattermost maxmind meraki messagebird microsoft mixpanel mollie monday mongodb moralis nasa neon netlify newrelic nexmo nginx ngrok notion npm nuget nytimes newyorktimes octopus okta onedrive onelogin openai openshift openweather opsgenie optimizely oracle outlook pagerduty paddle particle paypal paystack percy perplexity pinecone pingdom pinterest pipedrive plaid planetscale plivo pocket postgres posthog postman postmark prefect privateai pubnub pulumi pusher pypi qualtrics quickbooks rabbitmq rapid7 rapidapi razorpay readme recurly reddit redis rediscloud render replicate resend rollbar rubygems salesforce sauce scalingo scaleway segment sendbird sendgrid sendinblue brevo sentry settlemint shippo shodan shopify shortcut sidekiq signalwire skyscanner slack smartsheet smtp snowflake snyk sonar sonarqube sourcegraph splunk spotify square squarespace stabilityai statuspage strava stripe sumologic sumo supabase surveymonkey svix tableau tailscale tavily telegram telnyx tencent tenable terraform tiktok todoist together travis travisci trello twilio twitch twitter typeform uber unsplash ups uploadcare vault vercel virustotal vonage vultr wakatime webflow whatsapp wistia woocommerce wordpress workday xero yahoo yandex yelp youtube zapier zendesk zerotier zoho zoom zuora'

const all = names.split(' ')
const whole = new Set(all)
/** Short names are parts of many words: `box`, `ups`, `fly`. */
const long = all.filter(({ length }) => length >= 5)

/**
 * Whether `text` has one of the names: a whole word of it (parts of `anIdentifier` and `an_identifier` are
 * words) or, where `inside` is true, anywhere within a word.
 */
export function namesVendor(text: string, inside: boolean): boolean {
  const lower = text.toLowerCase()
  const joined = lower.replace(/[-_. ]/g, '')
  if (inside && long.some((name) => joined.includes(name))) return true
  const words = text.split(/[^A-Za-z0-9]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
  return words.some((word) => whole.has(word)) || whole.has(joined)
}
