/** A name in Latin letters and, where the demo writes it so, in its own script. */
export type DemoName = readonly [latin: string, native?: string];

/** How people of one language are called. */
export interface NamePool {
  /** BCP 47. */
  readonly language: string;
  readonly male: readonly DemoName[];
  readonly female: readonly DemoName[];
  readonly family: readonly DemoName[];
  /** Tamil names carry the father's initial before the name, and no family name. */
  readonly hasInitial?: boolean;
}

// "Asha|आशा Ravi|रवि" as pairs; a name without its own script stands alone.
function names(text: string): readonly DemoName[] {
  return text
    .trim()
    .split(/\s+/u)
    .map((pair): DemoName => {
      const [latin = "", native] = pair.split("|");
      return native === undefined ? [latin] : [latin, native];
    });
}

const marathi: NamePool = {
  language: "mr-IN",
  male: names(`
    Sachin|सचिन Prakash|प्रकाश Ganesh|गणेश Sanjay|संजय Vilas|विलास Nitin|नितीन Amol|अमोल Tushar|तुषार
    Dattatray|दत्तात्रय Balasaheb|बाळासाहेब Yash|यश Omkar|ओंकार Atharva|अथर्व Rohan|रोहन Pandurang|पांडुरंग Vijay|विजय
    Shrikant|श्रीकांत Deepak|दीपक Krishna|कृष्णा Mahesh|महेश`),
  female: names(`
    Sunita|सुनीता Vaishali|वैशाली Manisha|मनीषा Sangita|संगीता Rekha|रेखा Jyoti|ज्योती Shubhangi|शुभांगी Asha|आशा
    Lata|लता Mangal|मंगल Sai|सई Anushka|अनुष्का Pooja|पूजा Rutuja|ऋतुजा Kamal|कमल Savita|सविता
    Lakshmi|लक्ष्मी Shweta|श्वेता Prajakta|प्राजक्ता Usha|उषा`),
  family: names(`
    Kulkarni|कुलकर्णी Deshmukh|देशमुख Patil|पाटील Jadhav|जाधव Shinde|शिंदे Pawar|पवार Joshi|जोशी Gaikwad|गायकवाड
    More|मोरे Kale|काळे Bhosale|भोसले Chavan|चव्हाण Deshpande|देशपांडे Wagh|वाघ Sonawane|सोनवणे Kadam|कदम
    Salunkhe|साळुंखे Gokhale|गोखले Thorat|थोरात Mane|माने`),
};

const hindi: NamePool = {
  language: "hi-IN",
  male: names(`
    Rajesh|राजेश Amit|अमित Sunil|सुनील Manoj|मनोज Vikas|विकास Rahul|राहुल Ashok|अशोक Dinesh|दिनेश
    Anil|अनिल Aarav|आरव Harish|हरीश Shyam|श्याम Pankaj|पंकज Alok|आलोक Ramesh|रमेश Kunal|कुणाल`),
  female: names(`
    Neha|नेहा Priya|प्रिया Anita|अनीता Kavita|कविता Rani|रानी Seema|सीमा Geeta|गीता Ritu|ऋतु
    Suman|सुमन Meena|मीना Aditi|अदिति Shanti|शांति Nisha|निशा Rashmi|रश्मि Poonam|पूनम Ananya|अनन्या`),
  family: names(`
    Sharma|शर्मा Verma|वर्मा Gupta|गुप्ता Mishra|मिश्रा Yadav|यादव Singh|सिंह Tiwari|तिवारी Pandey|पांडेय
    Agrawal|अग्रवाल Chauhan|चौहान Saxena|सक्सेना Dubey|दुबे Rawat|रावत Jain|जैन`),
};

const bengali: NamePool = {
  language: "bn-IN",
  male: names(`
    Subhash|সুভাষ Arindam|অরিন্দম Tapan|তপন Sourav|সৌরভ Debashis|দেবাশিস Anirban|অনির্বাণ Partha|পার্থ Bimal|বিমল`),
  female: names(`
    Mitali|মিতালি Sharmistha|শর্মিষ্ঠা Rina|রীনা Moumita|মৌমিতা Papiya|পাপিয়া Kakoli|কাকলি Sutapa|সুতপা Bandana|বন্দনা`),
  family: names(`
    Chatterjee|চ্যাটার্জী Banerjee|ব্যানার্জী Das|দাস Ghosh|ঘোষ Sen|সেন Mondal|মন্ডল Bose|বসু Saha|সাহা`),
};

const tamil: NamePool = {
  language: "ta-IN",
  hasInitial: true,
  male: names(`
    Murugan|முருகன் Senthil|செந்தில் Karthik|கார்த்திக் Ramasamy|ராமசாமி Selvam|செல்வம் Arun|அருண் Velu|வேலு Kumaran|குமரன்
    Palani|பழனி Saravanan|சரவணன் Ilango|இளங்கோ Mani|மணி`),
  female: names(`
    Meenakshi|மீனாட்சி Kavitha|கவிதா Selvi|செல்வி Revathi|ரேவதி Thenmozhi|தேன்மொழி Valli|வள்ளி Nithya|நித்யா Amudha|அமுதா
    Kalaivani|கலைவாணி Malar|மலர் Parvathi|பார்வதி Yazhini|யாழினி`),
  family: names("S|சு R|ரா K|கு M|மு P|ப V|வே A|அ T|த"),
};

const gujarati: NamePool = {
  language: "gu-IN",
  male: names("Jignesh Bhavesh Hitesh Kirit Mehul Chirag Ketan Harshad Nilesh Dhruv"),
  female: names("Hetal Bhavna Jagruti Komal Daksha Falguni Kinjal Ila Rupal Diya"),
  family: names("Patel Shah Mehta Desai Parikh Trivedi Solanki Modi Gandhi Panchal"),
};

const telugu: NamePool = {
  language: "te-IN",
  male: names("Venkatesh Srinivas Ravi Nagarjuna Satish Suresh Ramana Praveen"),
  female: names("Padma Sirisha Lavanya Swathi Bhargavi Sujatha Anjali Madhavi"),
  family: names("Reddy Naidu Rao Chowdary Varma Sastry Goud Prasad"),
};

const kannada: NamePool = {
  language: "kn-IN",
  male: names("Basavaraj Manjunath Shivakumar Girish Nagaraj Umesh Chetan Raghavendra"),
  female: names("Shobha Roopa Vidya Nagaveni Sumangala Pallavi Chaitra Bhagya"),
  family: names("Gowda Hegde Shetty Kulkarni Hiremath Bhat Angadi Naik"),
};

const malayalam: NamePool = {
  language: "ml-IN",
  male: names("Biju Anoop Rajeev Sreejith Vinod Jayan Unni Sebastian"),
  female: names("Bindu Sreedevi Asha Deepa Remya Sheeba Ammini Anju"),
  family: names("Nair Menon Pillai Kurup Varghese Thomas Panicker Mathew"),
};

const punjabi: NamePool = {
  language: "pa-IN",
  male: names("Gurpreet Harjinder Balwinder Manpreet Jaspal Sukhdev Amrik Tejinder"),
  female: names("Harpreet Simran Kulwinder Jasleen Navneet Paramjit Rajwinder Manjit"),
  family: names("Singh Gill Sidhu Dhillon Sandhu Bedi Grewal"),
};

const urdu: NamePool = {
  language: "ur-IN",
  male: names("Mohammed Imran Salim Yusuf Aslam Farhan Javed Rafiq Zubair Ayaan"),
  female: names("Fatima Shabana Nasreen Rukhsana Ayesha Zainab Salma Yasmin Mumtaz Sana"),
  family: names("Shaikh Khan Ansari Pathan Sayyed Qureshi Momin Inamdar Tamboli Mulla"),
};

const konkani: NamePool = {
  language: "en-IN",
  male: names("Savio Lawrence Anthony Melvin Francis Joaquim Rohan Glen"),
  female: names("Maria Sharon Lourdes Philomena Rita Anita Velita Joanna"),
  family: names("Fernandes DSouza Pereira Rodrigues Almeida Dias Lobo Braganza"),
};

/** Who lives in a town, by language. */
export interface Community {
  readonly pool: NamePool;
  readonly weight: number;
}

/** The people of Maharashtra's cities. */
export const westernCity: readonly Community[] = [
  { pool: marathi, weight: 54 },
  { pool: hindi, weight: 14 },
  { pool: urdu, weight: 9 },
  { pool: gujarati, weight: 5 },
  { pool: bengali, weight: 4 },
  { pool: tamil, weight: 4 },
  { pool: kannada, weight: 3 },
  { pool: telugu, weight: 3 },
  { pool: malayalam, weight: 2 },
  { pool: punjabi, weight: 1 },
  { pool: konkani, weight: 1 },
];

/** The people of Tamil Nadu's cities. */
export const southernCity: readonly Community[] = [
  { pool: tamil, weight: 74 },
  { pool: telugu, weight: 11 },
  { pool: malayalam, weight: 6 },
  { pool: urdu, weight: 5 },
  { pool: hindi, weight: 4 },
];

/** Spellings under which the same person is registered again. */
export const otherSpellings: Readonly<Record<string, string>> = {
  Lakshmi: "Laxmi",
  Deepak: "Dipak",
  Pooja: "Puja",
  Sunita: "Suneeta",
  Shweta: "Sweta",
  Sangita: "Sangeeta",
  Geeta: "Gita",
  Kavitha: "Kavita",
  Mohammed: "Mohammad",
  Shaikh: "Sheikh",
  Chavan: "Chauhan",
  Sonawane: "Sonavane",
  Chatterjee: "Chattopadhyay",
  Banerjee: "Banerji",
  Agrawal: "Agarwal",
  Bhosale: "Bhosle",
  Krishna: "Krushna",
  Vijay: "Wijay",
};
