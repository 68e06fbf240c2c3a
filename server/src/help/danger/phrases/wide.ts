import type { PhraseList } from '../phrase.ts'

const study = `essay|nibandh|poster|film|movie|chapter|speech|story|kahani|drama|song|gaana|game|pubg|lol|haha*|hehe*|documentary|news|class|lesson|book|law|novel|poem|series|dog|cat|kitten|puppy`

/**
 * Broad patterns in English: a few words of one sentence, in any order. They find dangers that no exact phrase describes, and use
 * only words that hardly ever occur together in an ordinary sentence.
 */
export const wideEnglish: PhraseList = {
  words: {
    person: `dad|daddy|father|papa|stepfather|stepdad|stepmother|stepmom|uncle|cousin|brother|sir|teacher|mentor|coach|warden|neighbour|neighbor|husband|tutor|boss|guy|man|men|boy|boys|he|they|someone|stranger|senior|seniors|roommate|driver|relative|boyfriend|ex|mama|chacha`,
    me: 'me|my|us|our|myself|mine',
    child: '12|13|14|15|16|17|minor|underage',
    pics: 'pic|pics|photo|photos|picture|pictures|video|videos|nudes|nude|selfie',
  },
  groups: [
    {
      kind: 'self-harm',
      unless: study,
      phrases: `
        not|never|dont|without waking|wake|woke ~ up & think|wish|hope|want|night|feel|sleep ! early|alarm|late|time
        dont|not|no ~ want|wanna|wish ~ exist|live|be|living ~ anymore|here|alive
        dont|not really|want|wanna ~ exist
        blade|razor|knife|rope|pills & pillow|bad|alone|tonight|ready|hidden|keep ~~ gets|myself|me|it|pillow|tonight ! kitchen|shave|cake|cook*|camp*
        life|living|everything|existence ~ feels|is|seems|so ~ pointless|meaningless|worthless|useless|empty
        done|finished ~ with ~ life|living|everything ! homework|work
        better|best ~ if i ~ dead|died|gone|die|disappear*
        goodbye|sorry ~ everyone|mom|mummy|all|world & forever|last|love|leaving|never
        wants|want|going|said|says|trying|tried ~ to die|suicide ! laughing|of
        friend|sister|brother|she|he|cousin|bestie & kill|hurt|hang|cut|end ~ herself|himself|life
        blood|bleed|bled|scars & wrist|wrists|arm|arms|cut|cutting|blade`,
    },
    {
      kind: 'abuse',
      unless: study,
      phrases: `
        @person & kiss|kisses|kissed|kissing|rub|rubs|rubbed|rubbing|grab|grabs|grabbed|grope|gropes|groped|fondle*|squeez* & @me ! goodnight|forehead|phone|pen
        @person & forcefully|forcibly|forced|force|forcing & me|kiss*|touch*|bed|clothes|sex ! study|science|subject|eat
        @person & kick|kicks|kicked|kicking|beaten|throws|thrashed|whipped|strangled|choked & @me ! ball|goal|football|paper
        married|marriage|wedding|shaadi|shadi & only|just|still|am|im|minor & @child
        @person & naked|undress*|clothes|underwear|bathroom|bathing & @me & saw|watch*|see|took|remove*|made|asked|peep* ! wash*|new
        scared|afraid|terrified & home|house|dad|father|stepfather|uncle|husband & night|drunk|again|beat*|hit*|touch*|comes|alone ! ghost*|lizard*|dark`,
    },
    {
      kind: 'violence',
      unless: study,
      phrases: `
        @person & punched|kicked|stabbed|slapped|beaten|attacked|assaulted|strangled|choked & me|us ! ball|table
        burn|burning ~ down|our|my ~ house|home|shop
        knife|gun|acid|rod|weapon & school|college|bring|bringing|carry|them|him|revenge ! cake|kitchen|cook*|craft
        revenge|kill|hurt ~ them|him|her|everyone|all & school|class|tomorrow|plan|planning|knife ! match|game
        followed|following|follows|chased|chasing|stalking & @me & men|man|bike|car|boys|stranger|guys|guy|scared ! instagram|insta|page|channel`,
    },
    {
      kind: 'grooming',
      unless: study,
      phrases: `
        mentor|sir|teacher|coach|tutor|uncle & dreams|dream|love|loves|crush|flirts|flirting|hold|hug|hugs|beautiful|pretty|date & hand|hands|me ~~ about|hand|wants|alone|night|secret|kiss|body ! teaching|subject
        mentor|sir|teacher|coach|tutor|uncle ~ says|said|told|loves ~ i|he|me ~ love|loves ~ you|me
        online|instagram|insta|telegram|snapchat|discord|facebook|whatsapp|app|net & old|older|man|uncle|stranger & wants|asks|asking|sends|meet & @pics|body|meet|cam|me ! group
        wife|parents|family|nobody|noone ~ is|are|when|not ~ away|home|out & come|flat|house|room & he|him|his|mentor|sir|uncle|asked|told
        show|showing|see ~ my|your|me ~ body|chest|legs|underwear ! language`,
    },
    {
      kind: 'blackmail',
      unless: study,
      phrases: `
        send|sending|give|pay & or|otherwise|else|unless & upload|post|leak|show|viral|share|rest|everyone ! homework|assignment
        demanding|demands|demand|demanded & #|money|rupees|lakh|otherwise & @pics|chats|family|me
        dirty|porn|adult|escort ~ site|website|page|group & my|me
        otherwise|or|else & @pics & family|parents|everyone|school|college|viral & goes|send|sent|show|post|he|they|someone`,
    },
    {
      kind: 'overdose',
      unless: `${study}\ndoctor|prescribed|fever`,
      phrases: `
        mixed|mixing|took|swallowed|drank|ate|taken & all|every|many & medicines|medicine|tablets|pills|syrups ! table
        # ~ tablets|pills|capsules|goli & took|taking|ate|swallowed|had|sleepy|dizzy|vomit*
        sleepy|dizzy|vomiting|faint|fainting & tablets|pills|poison|phenyl|medicines & took|taking|ate|drank|after`,
    },
  ],
}
