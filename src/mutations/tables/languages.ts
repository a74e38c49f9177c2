/** One language: everyday words that stand for English ones, and a sentence that can lead any request. */
export interface Language {
  readonly name: string
  readonly lead: string
  readonly close: string
  readonly words: Readonly<Record<string, string>>
}

const ENGLISH = [
  'please',
  'hello',
  'thanks',
  'and',
  'or',
  'with',
  'for',
  'my',
  'your',
  'the',
  'what',
  'when',
  'where',
  'how',
  'why',
  'is',
  'help',
  'need',
  'want',
  'find',
  'show',
  'write',
  'explain',
  'today',
  'tomorrow',
  'now',
  'new',
  'order',
  'price',
  'time',
  'day',
  'week',
  'house',
  'flight',
  'account',
  'customer',
  'question',
  'answer',
  'very',
  'good',
  'all',
  'money',
  'email',
  'name',
  'city',
  'work',
  'important',
] as const

function language(name: string, lead: string, close: string, translations: string): Language {
  const words = translations.split(/\s*,\s*/u)
  return {
    name,
    lead,
    close,
    words: Object.fromEntries(ENGLISH.map((english, index) => [english, words[index]!])),
  }
}

export const LANGUAGES: readonly Language[] = [
  language(
    'Spanish',
    'Por favor, ayúdame con esto:',
    '¡Muchas gracias!',
    `por favor, hola, gracias, y, o, con, para, mi, tu, el, qué, cuándo, dónde, cómo, por qué, es, ayuda, necesito, quiero,
    encuentra, muestra, escribe, explica, hoy, mañana, ahora, nuevo, pedido, precio, tiempo, día, semana, casa, vuelo,
    cuenta, cliente, pregunta, respuesta, muy, bueno, todo, dinero, correo, nombre, ciudad, trabajo, importante`,
  ),
  language(
    'French',
    "Aidez-moi avec ceci, s'il vous plaît :",
    'Merci beaucoup !',
    `s'il vous plaît, bonjour, merci, et, ou, avec, pour, mon, votre, le, que, quand, où, comment, pourquoi, est, aide, besoin,
    veux, trouve, montre, écris, explique, aujourd'hui, demain, maintenant, nouveau, commande, prix, temps, jour, semaine,
    maison, vol, compte, client, question, réponse, très, bon, tout, argent, courriel, nom, ville, travail, important`,
  ),
  language(
    'German',
    'Bitte helfen Sie mir dabei:',
    'Vielen Dank!',
    `bitte, hallo, danke, und, oder, mit, für, mein, dein, der, was, wann, wo, wie, warum, ist, Hilfe, brauche, will, finde,
    zeige, schreibe, erkläre, heute, morgen, jetzt, neu, Bestellung, Preis, Zeit, Tag, Woche, Haus, Flug, Konto, Kunde,
    Frage, Antwort, sehr, gut, alle, Geld, E-Mail, Name, Stadt, Arbeit, wichtig`,
  ),
  language(
    'Russian',
    'Пожалуйста, помогите мне с этим:',
    'Большое спасибо!',
    `пожалуйста, привет, спасибо, и, или, с, для, мой, твой, этот, что, когда, где, как, почему, это, помощь, нужно, хочу, найди,
    покажи, напиши, объясни, сегодня, завтра, сейчас, новый, заказ, цена, время, день, неделя, дом, рейс, счёт, клиент,
    вопрос, ответ, очень, хороший, все, деньги, почта, имя, город, работа, важно`,
  ),
  language(
    'Japanese',
    'これを手伝ってください：',
    'よろしくお願いします。',
    `お願いします, こんにちは, ありがとう, と, または, と一緒に, のために, 私の, あなたの, その, 何, いつ, どこ, どうやって, なぜ, は, 助け, 必要,
    欲しい, 探す, 見せて, 書いて, 説明して, 今日, 明日, 今, 新しい, 注文, 値段, 時間, 日, 週, 家, 便, 口座, お客様, 質問, 答え, とても,
    良い, 全部, お金, メール, 名前, 都市, 仕事, 重要`,
  ),
  language(
    'Hindi',
    'कृपया इसमें मेरी मदद करें:',
    'बहुत धन्यवाद!',
    `कृपया, नमस्ते, धन्यवाद, और, या, के साथ, के लिए, मेरा, आपका, वह, क्या, कब, कहाँ, कैसे, क्यों, है, मदद, चाहिए, चाहता, खोजो, दिखाओ, लिखो,
    समझाओ, आज, कल, अब, नया, ऑर्डर, कीमत, समय, दिन, सप्ताह, घर, उड़ान, खाता, ग्राहक, सवाल, जवाब, बहुत, अच्छा, सब, पैसा, ईमेल, नाम,
    शहर, काम, ज़रूरी`,
  ),
]
