import type { PhraseList } from '../phrase.ts'

const study = `
  prevention|squad|essay|poster|topic|chapter|statistics|rate|rates|awareness|documentary|speech|debate|lesson|meaning|book
  watched|watching ~ film|movie|video|play|clip|talk|skit|series`
const byAccident = `
  playing|football|cricket|kabaddi|match|cooking|chopping|vegetable*|shaving|accident*|fell|bike|cycle|practice|kitchen|paper`

/** Messages about oneself: self-harm and overdose. */
export const english: PhraseList = {
  words: {
    not: 'dont|dnt|not|never|no|doesnt|didnt|cant|cannot|wont|nt|donot|isnt|aint',
    want: 'want|wanna|wana|wanted|wants|wanting|wnt|wish|wishing|hope|hoping|deserve',
    self: 'myself|herself|himself|themselves|meself',
    pills:
      'combiflam|dolo|disprin|alprax|sleepingpills|syrup|pills|pill|tablets|tablet|paracetamol|crocin|medicine|medicines|meds|capsules|painkillers|sleeping',
    many: 'all|many|whole|entire|full|bottle|strip|strips|lots|bunch|handful|lot|#',
    took: 'took|taken|ate|eaten|swallow*|had|popped|consumed|gulped|having|taking|eat|take',
    poison: 'poison|phenyl|phenol|phenyle|harpic|bleach|pesticide|insecticide|detergent|lizol|kerosene|domex',
  },
  groups: [
    {
      kind: 'self-harm',
      unless: `die|dying|dead of|from|laughing
        laugh*`,
      phrases: `
        @want ~ die|dead|dieing|dying
        feel|feeling|felt like dying|dieing
        thinking|think|thought|thoughts ~ of|about ~ death|dying|dieing|suicide ! penalty|debate|poem`,
    },
    {
      kind: 'self-harm',
      unless: study,
      phrases: `
        suicid*|sucid*|suicde|suiside|suicied|suside|sucied|suacide|unalive
        self harm*|injur*
        selfharm*`,
    },
    {
      kind: 'self-harm',
      unless: byAccident,
      phrases: `
        kill|killing|kil|end|ending|harm|harming|hurt|hurting|hang|hanging|shoot|drown|burning|cut|cuttin|cutting|cuting|stab @self
        cut|cutting|cuttin|slit|slitting|slice|sliced|scratch ~ my|her|his wrist|wrists|arm|arms|vein|veins|thigh|thighs|skin
        burn|burning|burnt|burned ~ my ~ hand|arm|skin|leg|legs & feel|sad|purpose|angry|upset|bad|numb`,
    },
    {
      kind: 'self-harm',
      unless: `live|living in|near|at|with|here|there|like|on|without`,
      phrases: `
        @not ~ want|wanna|wana|wish ~ live|alive|exist|living
        @not ~ feel like living|existing`,
    },
    {
      kind: 'self-harm',
      phrases: `
        @not ~ want|wanna|wana ~ live|exist|living ~~ anymore
        @not ~ want|wanna|wana ~ live|exist in this|the|such ~ world
        @not ~ want|wanna|wana ~ be here|around|alive anymore
        tired|sick|done|fed ~ of|with living|existing
        tired|sick|fed ~ of|with my|this life
        no|any|not|dont|without ~ point|reason|reasons|meaning|use|sense|purpose|will|wish ~ living|live|alive|existing
        life ~ not|isnt|no ~ worth|meaning|point
        cant|cannot live anymore|like
        better|happier|easier ~ off|without ~ dead|me|gone ! than
        nobody|noone|none|anyone ~ miss me
        nobody|noone|none ~ care|cares|notice ~~ die|died|dead|gone|disappear*
        end|ending|ended|finish it all
        end|ending|ended|finish|finishing my|own|this life ! session|call
        take|taking my own life
        take|taking my life ! seriously|level|forward|back
        wish|shouldve|should|better ~~ never|not|wasnt ~ born|existed
        wish|want|wanna|hope|sleep|pray & never|not|dont ~ wake up ! early|late|time|alarm|before
        jump|jumping|jumpin off|from|in|infront|before|under ~ roof|building|bridge|terrace|balcony|train|floor|hostel|tower|window|river|front ! bungee|game|stunt
        goodbye|suicide|suicid letter|note
        rope|noose & scared|hang|neck|ceiling|myself ! war|camping|climb*
        easiest|easy|painless|quick|quickest|best|fastest|simple ~ way|ways|method ~ die|dying|death|suicide
        how to die
        ways to die ! game|movie|song
        die|dying|death ~ only|best ~ way|option|solution|answer|out
        gonna|wanna|imma|want to|2 kms
        gonna|wanna|imma kms
        kms fr|rn
        disappear|vanish forever
        wont|not|dont ~ be alive|around & think|tomorrow|birthday|anymore|long
        point|use ~ of me|my ~ being|living|existing|life
        point|use ~ of ~ living|life|existing ! exercise
        world|everyone|everybody|family|parents|they|people ~~ better|nicer|happier|easier|happy|fine ~~ wasnt|without|gone|die|died|dead|disappear*|if ! than|exam*
        ending|end things|everything ~ for|now|tonight|soon|me|forever
        thinking|thought|think ~ of|about ~ ending|killing|hurting|cutting|jumping|dying|disappearing
        scratch|scratched|cut|cuts|slit ~ my|the wrist|wrists|arm|arms|thigh|thighs|veins
        walk|walking|run|jump|step|stand ~ front of ~ truck|train|bus|car|metro|lorry
        bye|goodbye forever|everyone|world
        want|wanna ~ it|everything|pain|this ~ all|to|just ~ stop|end|over forever|now ! noise|rain
        tried|trying|attempted|attempt ~ to ~ kill|hang|end|hurt|die|suicide|cut ~ myself|it|life|herself|himself|to
        no1|nobody|noone|none|one ~ cares|care ~~ live|die|alive|dead|exist
        live or die
        feel|feeling ~ like|so ~ worthless|burden & die|live|gone|everyone|life|me
        burden ~ to|on|for ~ everyone|family|parents|everybody|people|them
        cant|cannot|dont ~ go|take|bear|handle ~ on|it|this|life ~ anymore & life|live|die|end|alive|pain`,
    },
    {
      kind: 'self-harm',
      isUrgent: false,
      unless: `lol|haha*|hehe*|lmao`,
      phrases: `hate|hating my life|existence\nhate being alive`,
    },
    {
      kind: 'overdose',
      unless: `doctor|prescribed|fever|grandmother|grandfather|grandma|vitamin|vitamins`,
      phrases: `
        @took ~~ @many ~~ @pills
        @took ~~ sleeping pills|tablets & dizzy|die|many|all
        @took ~ an|the overdose
        how many|much ~ @pills ~~ die|dead|kill|death|overdose|fatal
        can|will|does|would|is & # ~ @pills & kill|die|fatal|death|enough|dangerous
        bottle|box|packet ~ of ~ syrup|pills|tablets|medicine & swallow*|drank|took|ate|finished
        @pills & never|forever|die|end & sleep|life|want|wake ! plant|plants`,
    },
    {
      kind: 'overdose',
      unless: `hero|movie|film|king|queen|shiva|villain|poem|juliet|romeo|socrates|cleopatra|story|character`,
      phrases: `
        drank|drunk|drink|drinking|drinks|swallowed|had|ate|eaten|eat|taken|took|consumed|consume|having ~ @poison
        drank|drunk|drink|drinking|swallowed ~ acid|sanitizer|sanitiser|petrol|paint`,
    },
    {
      kind: 'overdose',
      unless: `overdose|overdosing of|on meme*|cute*|cuteness|sugar|sweets|drama|reels|work|content|songs|movies|fun
        meme*|cute*|science|book|explain|documentary|film|chapter|class`,
      phrases: `overdos*`,
    },
  ],
}
