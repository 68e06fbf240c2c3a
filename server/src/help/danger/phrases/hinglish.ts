import type { PhraseList } from '../phrase.ts'

const joking = `lol|haha*|hehe*|lmao`
const study = `nibandh|essay|bhashan|speech|film|movie|kahani|rokne|roktham|rokna|rally|padha|kanoon|chapter|poster|itihas`

/** Hindi, and some of the other languages, as people type them in Latin letters. */
export const hinglish: PhraseList = {
  isSpelledBySound: true,
  words: {
    no: 'nahi|nahin|nhi|nai|ni|na|mat|nahii|naa|nh',
    want: 'chahta|chahti|chahte|chahata|chahati|chata|chati|chahu|chahiye|chahe|chahat',
    will: 'lunga|lungi|lu|lun|loonga|dunga|dungi|du|dun|jaunga|jaungi|jau|jaun|jaonga|jaogi|karunga|karungi|karlu|raha|rahi|gaya|gayi',
    knownPeople:
      'papa|pitaji|baap|chacha|mama|jija|jijaji|bhaiya|bhai|mummy|maa|mausa|fufa|uncle|sir|tuition|dada|padosi|sauteli|sautela|ghar|gharwale|pati|warden|teacher|taya|sasural|saas|sasur|bua|mausi|maasi|tau|nana|nani|dadi|bhabhi|devar|pitaaji|malik|coach|driver',
    hitsMe:
      'maarta|maarti|maarte|marta|marti|marte|maara|mara|peetta|peetti|peette|peeta|pita|pitai|maarenge|marenge|marega|maregi|maarega|peetega|peetenge|jalata|jalati|jalate|thappad|marenge',
    wrong: 'galat|gande|ganda|gandi|bura|buri|bure|private|gandee',
    pics: 'photo|photos|pic|pics|video|videos|tasveer|tasvir|nude|nudes|screenshot|screenshots|foto|image',
    pills:
      'combiflam|crocin|dolo|disprin|paracetamol|alprax|calpol|goli|goliya|goliyan|golia|golian|tablet|tablets|dawa|dawai|dawaiya|dawaiyan|pills|medicine|patta',
    swallow: 'kha|khaa|khali|khaya|khai|khayi|pi|pee|piya|li|le|liya|lungi|lunga|nigal|khane|khake|leli',
    poison:
      'sanitizer|sanitiser|kerosene|mitti|zeher|zehar|jahar|jeher|zahar|phenyl|finail|harpic|keetnashak|tezab|finayl|phenol|poison',
  },
  groups: [
    {
      kind: 'self-harm',
      unless: study,
      phrases: `
        khudkushi|khudkhushi|khudkusi|aatmahatya|atmahatya|aatmhatya|atmhatya
        jeena|jina|jeene|jine|jiya|jee|ji|jeena ~ @no ~ @want|hai|h|he|jata|jaata|jaati|ab|mujhe|yaar|bhai
        @no ~ jeena|jina|jiya|jee|ji ~ @want|hai|h|mujhe|ab|jata|raha
        jeene|jine|zindagi|jindagi|jeena|jina ~ ki|ka|ke|mera|koi ~ iccha|ichha|ichcha|mann|man|matlab|fayda|faida|wajah|himmat|maksad|reason ~ @no|nahi|khatam|khatm
        marna|mar|maut|marne|mrna|mrne ~ @want|hai|h|mann|man|dil|jana|jaana|ka ~ @want|mann|man|karta|hai|h|hu|hun|hoon|chahiye|kar|tarika|tareeka ! game|pubg|gappe|chhakka|line|dialogue
        mar jana|jaana ~ @want
        mar jaun|jau|jaunga|jaungi|jaoon|jaonga ~ accha|acha|behtar|sab|sach|ek|kisi|lagta|to
        lagta ~ main|mai|me ~ mar jaunga|jaungi|jau
        jaan|jan ~ de|dene|deni|lene|le ~ @will|ka|ki|mann|hai|h|soch ! khel|game|paper|exam|isne|mere liye
        apni|khud|apne ~ jaan|jan|nas|naso|haath|hath|kalai ~ le|lene|kaat*|kat*|de|deni
        blade|chaku|razor ~ haath|hath|kalai|nas|khud|apne ~ kaat*|kat*
        haath|hath|kalai|nas ~ kaat*|katti|katta|katli ~ blade|apni|leti|li|leta|hu ! game|dost
        nas kaat|kat|katli|kaatli
        khud|apne|apneaap|apni ~ ko|aap ~ khatam|khatm|chot|chott|maar|mar|nuksan|nuksaan|hurt|kaat*|mita*
        apne aap ko ~ khatam|khatm|chot|maar|mar|nuksan|hurt|kaat*
        zindagi|jindagi|life|jeevan ~ khatam|khatm|end ~ kar*|karne|karni|lunga|lungi|du|dunga|dungi ! movie|level
        kaash|kash ~~ paida|janam|janm ~ @no|hota|hoti|hua
        chhat|chat|building|terrace|pul|bridge ~ se ~ kood*|kud*|jump ! patang|paani|talab
        train|rail|metro|gaadi|bus ~ aage|samne|niche|neeche ~ kood*|kud*|jump|aa|let*
        pankhe|pankha|fan|rassi|fansi|faansi|phansi ~ latak*|laga*|jhool*|jhul*|le
        mere|meri ~ bina|marne ~~ khush|farak|fark|behtar|accha ~~ mar|rahenge|nahi|padega|jaun
        marne|maut ~~ tarika|tareeka|tarike ! machhar|chuhe
        marna hai|h|he|hi ! chhakka|gol|chakka|shot
        mar jane|jaane|jana ~ do|de|dijiye|dena|ka|ki|chahiye
        mere|meri|mai|main ~ hone|marne|jaane|na ~~ farak|fark|phark|farq ~ nahi|nhi|padta
        @no ~ saha|sahan|jhela|bardasht ~ jata|jaata|hota & mar*|jeena|zindagi|jaan|khatam
        kalai|nas|naso|haath|hath ~ kaat*|kaati|kati|kat & maine|mene|apni|apna|phir|blade|main|apne ! sabji|kagaz|salad
        duniya|sab|sabko ~ chhod|chod|chhor|chor ~ ke|kar|kr ~ jana|jaana|ja|chala|chali|jaun & hamesha|chahti|chahta|maut|mar|duniya
        suicide|sucide|suiside|susaid ~ kar*|karne|karlu|karna|krne|krna
        sab|khud|apne ~~ khatam|khatm ~ kar ~ du|dun|dunga|dungi|lu|lunga & apne|khud|zindagi|jaan|mann
        main|mai|me ~ bojh|bhoj ~ hu|hun|hoon|ban`,
    },
    {
      kind: 'abuse',
      unless: `${study}\n${joking}\ncricket|game|pubg|carrom|ludo|chess|race|match|chhakka|goal|headshot|bgmi`,
      phrases: `
        @knownPeople ~~ mujhe|mujko|mujhko|humko|hume|hame|mereko|mujhse ~~ @hitsMe
        mujhe|mujhko|humko|mereko|muje ~ @knownPeople ~ @hitsMe
        mujhe|mujhko|humko|mereko ~ belt|dande|danda|chappal|lathi|roz|bahut ~ @hitsMe
        daaru|daru|sharab|sharaab & @hitsMe & mujhe|mummy|maa|humko
        galat|gande|ganda|gandi|bure ~ tarike|tareeke|tarah|jagah|se|jaga ~ chhu*|chu*|touch|haath|hath|pakad*
        mujhe|mere|meri|mereko|mera ~~ chhu*|chuta|chute|chute|chuti|chua|chhua|chuya|touch ~ karta|karte|hai|h|kiya|tha ! dil|phone|screen
        mere|meri|mujhse ~ saath|sath|se ~ galat|ganda|gandi|gande|zabardasti|jabardasti|balatkar|rape|jabrdasti ~ kaam|kam|kiya|hui|karta|harkat|ki|hua|karte|kaaam
        mujhe|mujhko|muje ~ zabardasti|jabardasti|jabrdasti ~ pakad*|pakda|kiss|kiya|chhua|choo*
        balatkar|rape|chhedchhad|chedchad|molest* ~ hua|kiya|karta|karte|hui|ho|hone
        private part|parts|jagah ~~ touch|chhu*|chu*|haath
        meri|mera|mere ~ shadi|shaadi|vivah|byah|sadi ~ zabardasti|jabardasti|jabrdasti|kara|karwa|kar ~ rahe|rhe|dena|rahi & saal|zabardasti|jabardasti|umar|choti|jabrdasti|nahi
        zabardasti|jabardasti ~ shadi|shaadi|vivah
        mujhe|mujhko|muje ~ ghar|kamre|room|bathroom ~ band|bandh ~ kar*|rakh*
        khana|khaana ~ nahi|nhi ~ deti|dete|deta|diya & mujhe|maarti|sauteli|maarte|band
        kapde|kapre|kapdo ~ utaar*|utar*|khol* & mere|meri|mujhe|uncle|sir|padosi
        ghar ~ jane|jaane|pe|me|par ~ dar|darr|safe|surakshit ~ lagta|nahi|nhi|lagti
        mujhe|muje|mujhko ~~ chimte|garam|cigarette|sigret ~ jala*|dag*
        @knownPeople & sharab|daru|daaru|nashe|nasha & haath|hath|maar*|mar*|peet*|gali|gaali
        @knownPeople & haath|hath ~ uthate|uthata|uthati|uthaya
        @knownPeople & mujhe|muje|mujhko|hume|humko|mereko & maarte|marte|marta|maarta|maarti|marti|peet*|thappad|laat|gaali|gali & roz|bahut|hai|h|ghar ! padhate
        chhed*|ched*|chhedchhad ~ hai|kar*|the|raha|rahe|h
        kamar|seene|chhati|chati|jaangh|pith|chest|body|godi ~~ haath|hath|chhu*|touch|bitha*|chhed* & mere|meri|mujhe|sir|uncle|mama|chacha
        shadi|shaadi & tay|pakki|fix|kar* & saal|umar|umr|choti|nabalig|13|14|15|16|17 & meri|mera|mujhe & nahi|zabardasti|13|14|15|16|17|chaudah|pandrah|solah|tay`,
    },
    {
      kind: 'violence',
      unless: `${study}\n${joking}\ncricket|game|pubg|machhar|chhakka|goal|villain|hero|bgmi|headshot|match`,
      phrases: `
        jaan|jan ~ se ~ maar*|mar*|marne|khatam
        dhamki|dhamkee|dhamka*
        maar|mar|kaat|kat dalunga|dalungi|dalega|dalenge|daalunga|daalega|dalegi|daalenge ! mummy|garmi|paper
        tujhe|tuje|tumko|usko|use|us|usse|mujhe|sabko ~ maar|mar|kaat|goli dunga|dungi|denge|dega|doonga|du
        peecha|picha|peeche|pichha ~ kar*|karte|karta & mera|mere|meri|mujhe|ladke|ladka|aadmi
        tezab|tejab|acid ~ fek*|phek*|daal*|dal*|phenk*
        chaku|chaqu|chakku|bandook|banduk|katta|talwar ~ dikha*|nikal*|laga*|maar* & mujhe|mere|usne|meko ! cake|sabji
        mujhe|mujhko|humko|hume|hamko|mereko|ham ~~ peeta|pita|peetta|mara|maara|dande|danday|danda|maarte ~ bahut|hai|seniors|hostel|ragging|gaya|mara|maara|tha
        seniors|senior|ragging|ladko|ladke|logo & mujhe|humko|hume|mereko & mara|maara|peeta|pita|peet*|maarte|marte
        marne|maarne|peetne ~~ khade|khada|aaye|aaya|intezar|wait & mujhe|bahar|mere
        mujhpe|mujhpar|mujh|muj|mere ~ haath|hath ~ uthata|uthate|uthaya|uthati|utha
        gala|gardan ~ daba*|ghont*|ghot*|kaat* ! sabji
        mujhe|muje|hume|humko|mereko|hamko ~~ maar|mar|kaat ~ denge|dega|dalenge|dalega|daalenge ! game|mummy
        utha|uthwa|uthva|kidnap|agwa ~ lene|le|lunga|lenge|lega|karne|kar ~ baat|dhamki|bola|dunga|denge|jaunga|jaayenge
        haath|hath|baal ~ marod*|khinch*|kheench* & mujhe|mera|mere|usne|wo
        usne|unhone|wo|woh|ladke|ladko|log|logo & mujhe|mera|mujhko|mereko & thappad|dhakka|laat|ghusa|mukka|maara|mara|peeta|pita ! goal|chhakka`,
    },
    {
      kind: 'grooming',
      unless: `${study}\nparty|gift|otp|surprise|passport|cv|assignment|result`,
      phrases: `
        nangi|nangee|nange|nude|nudes|nanga ~~ @pics|mang*|bhej*|maang*|bolta
        @pics ~ nangi|nude|nange & mang*|bhej*|bol*|maang*
        bina|bagair|bagar ~ kapdo|kapde|kapdon|kapre|kapro ~~ @pics|bhej*|dikha*|video|aa
        kapde|kapre|top|kapda|shirt ~ utaar*|utar*|khol*|nikal* & video|call|camera|cam|bol*|keh*|kah*|mentor|sir|wo|woh
        gande|gandi|ganda|ashleel|aslil|asleel|porn|sexy ~ video|videos|photo|pic|pics|message|msg|baat|baatein|baate|baten|batein|bate|harkat*|joke* & bhej*|kar*|mujh*|wo|woh|mentor|sir|uncle|bol* ! mat
        kisi ~ ko|se ~ mat|na|nahi ~ bata*|bolna|kehna & secret|raaz|raz|hamara|humara|sir|mentor|akele|hamare|wo|woh|uncle|kehta|kehte|kahta|kehti
        mummy|papa|ghar|mumy|parents ~ ko|pe|walo|me ~ mat|na|nahi ~ bata*|bolna|kehna & wo|woh|chat|mentor|sir|delete|bolta|kehta|kehte|uncle|usne
        akele|akeli|hotel|oyo|lodge|kamre|room ~~ milne|mil*|bula*|aa|aane|aao|aaja|aana|chalo & mentor|sir|wo|woh|uncle|usne|aadmi|coach|bola|kaha|bolta|kehta ! class|hostel
        mentor|sir|uncle|coach|wo|woh|aadmi ~~ ajeeb|ajib|uncomfortable|asahaj|sexy|ganda|gande|gandi|galat|creepy|dar ~ lag*|feel|bol*|message|msg|baat*|kah* ! english
        message|msg|messages|text|chat|call ~~ ajeeb|ajib|uncomfortable|asahaj|creepy|ganda|gande ~ lag*|feel|hai|hota|kar*
        saath|sath ~ bhaag|bhag|bhaagne|bhagne ~ chal*|chalo|ja*|jao|chalne|ko & wo|woh|saal|kehta|bolta|usne|kahta
        chat|message|msg|chats ~ delete|mita* ~ kar*|do|de & mat|bolta|kehta|wo|woh|mentor|sir|bola
        body|badan|figure|shareer|sharir|chhati & photo|pic|video|pics|dikha* & mang*|maang*|bhej*|bol*
        mentor|sir|uncle|bhaiya|wo|woh|coach|aadmi|ladka & sexy|hot|maal|virgin|kiss & bol*|keh*|kah*|ho|karo|message|msg|maang*
        gift|paise|phone|select|marks & akele|akeli|kamre|kiss|hotel|ghar ~~ aaogi|aaoge|aao|aana|aa|karo & dunga|agar|bola|deta|wo|woh
        kapde|kapre ~ utaar*|utar*|khol* & video|call|uncle|camera|wo|woh`,
    },
    {
      kind: 'blackmail',
      unless: `${joking}\nfilm|movie|chocolate|toffee\n${study}`,
      phrases: `
        blackmel*|blakmel*
        viral|leak|leek ~ kar*|ho|karne|hone & dunga|dega|denge|dungi|dhamki|warna|varna|paise|degi|raha|rahe|nahi
        @pics|chat|chats ~~ sabko|papa|mummy|ghar|gharwalo|contacts|sab|dosto|school ~~ bhej*|dikha*|send & dega|dunga|denge|dhamki|warna|agar|raha|rahe|rha|degi|gandi|nangi|fake ! result|trip|assignment
        gandi|nangi|fake|nakli|morph* ~ @pics|id & bana*|bhej*|dal*|paise|daal*
        @pics|call|video|id|chat|record* ~~ paise|paisa|hazar|hajar|rupaye|rupye|lakh ~ maang*|mang*|do|de|dene ! fees|party|recharge|save
        paise|paisa|rupaye|rupye ~ do|de|dedo|bhejo|nahi & warna|varna|nahi|agar|nahito|otherwise & @pics|viral|leak
        screenshot|screenshots|@pics ~ dikha*|dekha* ~~ kaam|kam|karwa*|karva*|majboor|majbur|dara*
        photo|pic|video|foto ~ edit|morph ~ kar* & nude|nangi|gandi|paise|mang*|maang*|viral|bana*
        chat|chats|photo|video|pics ~ leak|viral ~ kar*
        gandi|fake|nakli|galat ~ id|account|profile ~ bana* & mere|meri|naam|paise|photo
        loan ~ app|wale|wala & photo|photos|gandi|contacts|dhamki|gali|galiyan`,
    },
    {
      kind: 'overdose',
      unless: `${study}\ndoctor|bukhar|dadi|golgappe|nuskhe|kutte`,
      phrases: `
        neend|nind|sleeping ~ ki|ke|wali ~~ @pills ~~ @swallow
        saari|sari|sara|bahut|puri|poori|ek|saath|sath|itni|bohot|pura|# ~~ @pills ~~ @swallow
        @pills ~~ saari|sari|bahut|ek|saath|puri ~~ @swallow
        @poison ~ @swallow ! sanp|saap|gaana
        chuhe|chuha|rat|khatmal|machhar|kheti ~~ dawa|dawai|zeher|jahar|poison ~ @swallow
        kitni|kitna|kitne ~ @pills ~~ maut|mar|marte|marta|mr|die|jaate
        @pills ~~ hamesha|maut|mar|marne`,
    },
    {
      kind: 'self-harm',
      phrases: `
        bachte|banchte|bachar ~ ichhe|icche|ichha|iche|chai ~~ na|nei|nai
        more jete|jabo|jai ~ chai|ichhe|icche|mon
        jagaycha|jagaychi|jagayche|jagnyachi|jagawasa ~ nahi|ichcha|ichha|nahiye
        marun ~ jaycha|jaychay|jaychey|javasa|jaycha
        maraycha|maraychay|maraychey
        vaazha|vazha|vaala|vala ~ pidikala|pidikkala|pidikale|pidikavillai|virumbala|pudikala|venam|mudiyala
        saaga|saga|saganum|saaganum|sethu|sagalam|saagalam ~ poren|porein|pogiren|pogalam|poiduven|virumburen|thonuthu|pola|poduven
        saganum|saaganum|sagalam|saagalam|setthuduven
        bathakalani|batakalani|bratakalani|brathakalani|bathakadam ~ ledu|istam|ishtam|leedu
        chachipotha|chachipothanu|chachipovali|chanipovali|chanipotha|chastanu|chavalani|chavalanipistundi
        badukoke|badukalu|badukodu|badukbeku|badukoku ~ ishta|ista|istailla|manasu|agalla ~ illa|ilaa|ila
        badukoke|badukalu|badukodu ~ illa|agalla
        sayabeku|saaybeku|saayabeku|sathu|satthu|saayteeni|saytini|saytheeni ~ hogbeku|hogtini|hogabeku|ansutte|anista
        sayabeku|saaybeku|saayabeku|saayteeni|saytini|saytheeni`,
    },
  ],
}
