import type { PhraseList } from '../phrase.ts'

const joking = `lol|haha*|hehe*|lmao|rofl|jk`
const sport = `chess|carrom|ludo|game|games|race|cricket|badminton|match|quiz|cards|feels|pubg|tennis|football|swimming|kabaddi|marks|debate|final|wrestling|boxing`
const lessons = `law|laws|essay|movie|film|chapter|poster|debate|newspaper|documentary|clip|topic|skit|lesson|awareness|meaning`

/** Violence by others against the writer, or by the writer against others. */
export const englishThreats: PhraseList = {
  words: {
    knownPeople: `dad|daddy|father|papa|stepfather|stepdad|stepmother|stepmom|mother|mom|mummy|mum|uncle|aunt|aunty|aunti|cousin|brother|sister
      grandfather|grandpa|parents|family|teacher|sir|warden|neighbour|neighbor|husband|inlaws|tutor|principal|guardian|relative|relatives|chacha|mama|bua|mausi|tau|taya|stepbrother|stepsister|wife|maid|grandmother|dadi|nani|jija|bhaiya|didi|bhabhi|owner|employer|landlord|hubby`,
    others: `he|she|they|boy|boys|guy|guys|men|man|seniors|senior|gang|someone|somebody|people|boyfriend|bf|girlfriend|ex|classmate|classmates|students|bully|bullies|strangers`,
    adult: `mentor|teacher|sir|coach|man|men|uncle|he|someone|guy|person|stranger|senior|tutor|him|warden|boss|principal|mam|madam`,
    hits: `beat|beats*|beating|hit|hits*|hitting|slap*|punch*|kick*|whip*|thrash*|burn|burns|burned|burnt|choke|chokes|choked|torture*`,
    us: 'me|us',
    pics: 'pic|pics|picture|pictures|photo|photos|video|videos|nude|nudes|image|images|chats|screenshots|screenshot|clip|recording',
    spread:
      'leak|leaks|leaked|leaking|post|posting|posts|share|sharing|send|sending|upload|uploading|publish|viral|spread|show|showing|expose|put',
    threat: 'threaten*|threatn*|thretn*|threten*|thretan*',
  },
  groups: [
    {
      kind: 'abuse',
      unless: sport,
      phrases: `
        @knownPeople ~~ @hits @us
        @knownPeople ~ @hits ~ my mother|mom|mummy|sister|mum
        @knownPeople & drunk|drinks|drinking|alcohol|angry & @hits
        starts|keeps|always|everyday|daily|again ~ hitting|beating|slapping|kicking|punching
        @knownPeople & @hits & me ! high
        bruise|bruises|wounds|marks|scars|bleeding & father|dad|papa|mother|uncle|husband|beat|beats|hit|hits|home|belt
        @knownPeople & touch|touches|touched|touching|touchs & me|my|chest|private|body ! feet
        @knownPeople & burn|burns|burned|burnt|cigarette|cigarettes & me ! roti|rotis
        @knownPeople & watches|watching|stares|peeps & bath|bathe|bathing|bathroom|change|changing|undress|sleep
        being|been|was|am|got|get ~ touched|groped|fondled|molested|harassed|assaulted
        sexually|sexual harass*|assault*|abus*|touch*
        marriage|wedding|marry|married & forc*|fixed|fixing|dont|against|will|child & #|years|minor|i|me|my & 13|14|15|16|17|minor|forc*|against
        @knownPeople|@others ~ touch|touches|touched|touching|touchs me
        scared|afraid|terrified|fear to|of ~ go|going|stay|be|return|staying home`,
    },
    {
      kind: 'abuse',
      unless: lessons,
      phrases: `
        raped|rape|rapes|raping|rapist|rped|molest*|molset*|molesed
        touched|touches|touching|touchin ~~ wrong|inappropriat*|private*|badly|chest|breast*|thigh|thighs
        made|makes|make|asked|forced me ~ touch
        put|puts|putting|keeps|kept ~ his|her hand|hands ~ dress|shirt|thigh|thighs|chest|skirt|clothes|pants|waist|breast|breasts|body|me ! blessing|head
        being|am|was|been|getting|im|get|gets ~ abused|molested|assaulted|beaten|tortured|harassed
        abuses|abusing|abused|tortures|torturing|harasses|harassing|harassed|assaulted me|us
        i|im|am|me|we ~ not|dont|never|isnt ~ safe at|in|here|with
        not|dont|isnt|never ~ feel|safe ~ safe|at ~ home|house|hostel
        forc*|making|pressur* ~ me|us|my ~ marry|married|marriage|wedding
        forced|forces|forcing himself|herself|me on|upon|into ~ me|bed|sex
        comes|came|come|gets|sneaks|sleeps ~ my bed
        dirty|bad|wrong|nasty things|stuff ~ with|to me
        lock|locks|locked|locking me|us ~ in|inside|up|room|bathroom|house
        dont|doesnt|not|never|no ~ give|gives|giving ~ food ! dog|cat
        takes|took|removed|removes|pulled ~ off|my ~ clothes|dress|pants & he|uncle|me|my`,
    },
    {
      kind: 'violence',
      unless: `${joking}\n${sport}`,
      phrases: `
        @others ~~ @hits @us
        said|says|saying|swears|swore|texted|told ~~ kill|shoot|stab|murder|rape|attack|beat|hurt|slap|break|burn|finish|cut me|us|my
        kill|shoot|stab|murder|attack|beat|hurt me|us ~~ if ~ tell|told|leave|go
        brothers|brother|family|father|parents|relatives|uncles|they ~ kill me|us|him ~~ boyfriend|girlfriend|caste|love|marry|relationship|out|affair
        @threat ~ me|us|my|to|her
        waiting|wait|came|coming|standing|outside ~~ beat|hit|hurt|kill|attack me|us
        showed|shows|pointed|pulled|put|took|holding ~ knife|gun|sword|rod|blade ~~ me|my|us|neck|face|said ! cake|kitchen
        showed|shows|pointed me ~ knife|gun|sword|rod|blade
        acid ~ on|at|in ~ me|my|her|face|us
        throw|throws|threw|throwing ~ acid ~ me|my|her|face
        going|gonna|will|want|wanna|ll|planning|im ~ stab|kill|shoot|murder|poison him|her|them|someone|everyone|somebody ! match|final|game|debate|quiz|team|text|mail|message|zombie*|boss|villain|level
        going|gonna|will|want|wanna|ll|planning|im ~ stab|kill|shoot|murder|poison ~ @knownPeople
        man|men|boy|boys|guy|guys|he|someone|stranger|they|bike ~ following|follows|followed|folowing|stalk*|chasing|chases|chased me|us ! instagram|insta|twitter|back|youtube|channel|page|account|facebook|snapchat
        strangl*|chok* me
        pulled|pulls|pulling my hair
        @others|@knownPeople & cut|slit|break|broke|smash ~ my throat|neck|face|legs|hands|bones|arm
        knife|gun|sword|rod|acid & outside|behind|following|threat*|scared|house|door & me|my|guy|man|someone|boy|boys|he|they ! cake|kitchen
        throw|throws|throwing|pelt|threw ~ stones|bottles ~ at me|us
        @others & punched|slapped|kicked|pushed|slaps|punches|kicks|shoved|dragged & me|my ! ball
        going|gonna|want|wanna|will ~ hurt|stab|shoot|kill|attack ~ someone|everyone|people|him|her|them|teacher|classmates ! feelings|game
        kidnap*|abduct* & me|us|my|girl|friend|threat*
        nose|face|head|mouth|ear & bleeding|blood & he|they|hit|punched|beat|slapped|boys ! fell|playing
        trying|try|tries|breaking to|into ~ break|house|home ~ in|into|alone|house|room
        seniors|senior & ragging|ragged|hit|beat|slapped ! anti|policy|essay|stop
        beat|beaten|bashed|thrashed ~ me|us ~ badly|up|sticks|rod|belt`,
    },
    {
      kind: 'violence',
      isUrgent: false,
      phrases: `being|am|im|getting|get|was|is|are bullied|ragged\nbully|bullies|bullied|bullying me|us`,
    },
    {
      kind: 'grooming',
      unless: `art|painting|lipstick|shade|color|colour|eye|eyes|education|ratio\n${lessons}`,
      phrases: `
        message|messages|msg|msgs|text|texts|chat|chats|comment|comments|calls|messaged|texted ~~ uncomfortable|uncomfy|uncomfrtable|uncomfortble|creepy|weird|dirty|sexual|vulgar|inappropriate|scared
        @adult ~~ makes|making|made me ~ uncomfortable|uncomfy|uncomfrtable|creepy|weird
        @adult & uncomfortable|uncomfy|creepy & touch*|stare*|looks|way|flirt*|comments
        nude|nudes|naked|topless|undress
        without|no ~ clothes|dress|top|shirt & pic|pics|photo|photos|video|camera|send|picture|pictures
        take|takes|taking|remove|removing|open|lift off|my|your|up ~ top|clothes|shirt|dress|bra|tshirt & camera|video|cam|call|asked|told|asks|he|mentor|wants|says
        our ~ secret & tell|he|mentor|sir|anyone|parents|keep|says|said ! party|recipe|surprise|gift
        @adult & dont|not|never|no tell|telling|tel ~ parents|mom|mother|anyone|anybody|family|dad|papa|mummy ! surprise|party|gift|otp|password
        @adult & meet|come|visit ~~ alone|secretly|secret|hotel|oyo|lodge ! with parents|group
        @adult|wants|asks|asked|told|tells & come|go|stay ~ his|hotel room|house|flat|place|hotel|home
        asked|asks|asking|calls|calling|called|says|said|told|keeps|wants|talks ~~ virgin|sexy|horny|kiss|sex|bra|panty|boobs|breasts|hot
        asking|asks|asked|ask ~ what ~ wearing ! party|wedding|function|farewell|interview
        dirty|porn|sexual|vulgar|obscene|adult|sex|xxx|nasty video|videos|pic|pics|photo|photos|message|messages|msg|msgs|clip|clips|talk|talks|jokes|things|chat|chats & me|send|sends|sent|sending|he|mentor
        run|elope away ~ with him|her|me
        older|old man|guy|person|uncle & meet|gift|gifts|money|love|loves|room|alone
        meet|meeting ~ me|him|her ~ secretly|alone & older|man|mentor|he|online|hotel|uncle
        wants|asked|asks|told|tells|says|want ~~ delete ~ chats|chat|messages|msgs|history|conversation & he|she|mentor|sir|so|me|nobody
        gifts|money|phone & wants|asked|asks|says me ~~ room|alone|kiss|secret|hotel
        @adult & wants|asked|asks|asking|want ~ to|for|me|if ~ see|me|my|pics|pictures|photo|photos|selfie ~~ swimsuit|bikini|body|shorts|underwear|bed|bath|shower
        @adult & boyfriend|single|virgin|pretty|hot|body|figure|special & midnight|night|secret|private|video|alone|chats|kiss
        @adult & keep|keeps ~ our|this|it ~ chats|chat|private|secret|us ! profile|password
        private part|parts & sent|picture|pic|photo|video|show|showed|send|touch*
        @adult & address|alone & parents|mom|mother|family ~ are|is ~ not|away|out
        @adult & kiss|hug|sleep|bed & if|select|marks|pass|job|wants|asks|asked|me ! goodnight`,
    },
    {
      kind: 'blackmail',
      unless: `${joking}\nemotional|chocolate|chocolates\n${lessons}`,
      phrases: `
        blackmail*|blakmail*|blackmal*|blckmail*|blackmeil*|extort*|sextort*
        leak|leaks|leaking|leaked ~~ my|our|private ~ @pics
        @threat ~~ @spread ~~ @pics|everyone|family
        he|she|they|someone|ex|guy|boy|person|hacker|people|classmate|friend|who|man & @spread ~ my|our|private ~ @pics & @threat|if|unless|pay|money|rupees|or|says|said|will ! help|helped
        he|she|they|someone|ex|guy|boy|person & @spread ~~ @pics ~~ parents|everyone|school|family|dad|father & if|unless|stop|or
        fake|morphed|morph|edited|deepfake|morphing|ai ~ nude|nudes|naked|photo|photos|pic|pics|video|picture & me|my|money|contacts
        record|recorded|recording|records & video|call|me|nude & money|rupees|demand*|demanding
        hacked|hacker|hack & share|leak|send|post|show & chats|pics|photos|pictures|more
        loan app|apps & photo|photos|contacts|morphed|abus*|threat*|pics|family
        screenshots|screenshot|pics|photos|video|videos & forces|force|forcing|forced|makes & me & things|show|do|everyone
        pay|money|rupees|paytm & or|else|otherwise|if|unless & leak|viral|post|nudes|private
        pay|money|rupees|paytm|20k|10k|5k|50k|crypto & my|your ~ video|videos|nudes|pics|photos|chats|face & or|has|wants|put|post|fake|remove|delete ! fees|course
        fake|false account|profile|id & my|me & money|photo|photos|pics|face|name|remove ! report a
        he|she|they|someone|guy|ex & has|have|got|kept ~ my ~ nudes|nude|private|pics|video|videos & wants|money|pay|says|threat*|show|if
        ruin|destroy ~ me|my & pics|pictures|photos|video|videos|chats|everyone`,
    },
  ],
}
