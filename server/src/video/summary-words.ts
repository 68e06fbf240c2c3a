const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words too common to indicate a subject. */
export const stopWords = words(
  `
a about after again all also am an and any are as at be because been before being but by can could did do does doing don down
each few for from get go going got had has have having he her here hers him his how i if in into is it its just know let like me
more most my no nor not now of off oh ok okay on once one only or other our out over own really right said same say see she so
some such than that the their them then there these they thing things think this those through to too under until up us very was
we well were what when where which while who why will with would yeah yes you your yours
hi hello hey thanks thank please good bye
और का की के को में से पर है हैं हो था थी थे यह ये वह वे जो तो भी ही ने कि या एक इस उस इन उन क्या क्यों कैसे कब कहाँ कौन मैं मैंने मुझे
मेरा मेरी मेरे हम हमें हमारा हमारी आप आपका आपकी आपके तुम तुम्हें वो उसे उनका उनकी कर करना करने करता करती करते किया की कुछ बहुत
अब फिर जब तब अगर लेकिन नहीं नही हाँ हां जी ठीक अच्छा बस रहा रही रहे गया गई गए होता होती होते लिए साथ बाद पहले तक सब अपना अपनी अपने
नमस्ते धन्यवाद`.trim(),
)

/** Words that indicate a decision, a plan or a promise. */
export const decisionWords = words(
  `
will decide decided plan planned next tomorrow week promise agree agreed goal try homework finish send apply start deadline
remember must should
तय योजना अगले अगली अगला कल हफ़्ते हफ्ते वादा लक्ष्य कोशिश करूँगा करूंगा करूँगी करूंगी करेंगे भेजूँगा भेजूंगा भेजूँगी शुरू पूरा याद ज़रूर जरूर
चाहिए`.trim(),
)
