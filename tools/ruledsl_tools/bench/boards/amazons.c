// The same rules as games/classic/amazons.rules on 10 by 10: one option is an amazon with where it goes, then where its arrow lands.
#include "common.h"
#define S 10
#define NN 100
static u128 RAY[8][NN];
typedef struct{u128 mine[2],block;}G;
static inline int low(u128 m){return ctz2(m);}
static inline int high(u128 m){return (u64)(m>>64)?127-__builtin_clzll((u64)(m>>64)):63-__builtin_clzll((u64)m);}
static inline u128 reach(u128 block,int c){u128 out=0;for(int d=0;d<8;d++){u128 r=RAY[d][c],b=r&block;out|=b?r&~(RAY[d][d<4?low(b):high(b)]|B(d<4?low(b):high(b))):r;}return out;}
static int play(G*g,u64*dec){for(int p=0;;p=!p){u128 to[4];int from[4],n=0,i=0;for(u128 m=g->mine[p];m;m&=m-1,i++){from[i]=ctz2(m);to[i]=reach(g->block,from[i]);n+=pop2(to[i]);}
  if(!n)return !p;int k=rnd(n);i=0;while(k>=pop2(to[i]))k-=pop2(to[i++]);int d=nth2(to[i],k);++*dec;
  g->mine[p]^=B(from[i])|B(d);g->block^=B(from[i])|B(d);u128 shots=reach(g->block,d);g->block|=B(nth2(shots,rnd(pop2(shots))));++*dec;}}
int main(void){static const int DR[8]={0,1,1,1,0,-1,-1,-1},DC[8]={1,1,0,-1,-1,-1,0,1};
 for(int d=0;d<8;d++)for(int i=0;i<NN;i++)for(int r=i/S+DR[d],c=i%S+DC[d];r>=0&&r<S&&c>=0&&c<S;r+=DR[d],c+=DC[d])RAY[d][i]|=B(r*S+c);
 G s={{B(3)|B(6)|B(30)|B(39),B(93)|B(96)|B(60)|B(69)},0};s.block=s.mine[0]|s.mine[1];int w=0;BENCH("amazons",{G g=s;w+=play(&g,&dec);});return w<0;}
