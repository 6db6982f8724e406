// The same rules as games/classic/gomoku.rules on 15 by 15: one of the free points is drawn, then the four lines through the stone are counted both ways.
#include "common.h"
#define S 15
#define NN 225
static short STEP[NN][8];
static inline int nth4(const u64*m,int n){int w=0;while(n>=pop(m[w]))n-=pop(m[w++]);return 64*w+nth(m[w],n);}
static inline int beside(const signed char*stone,int c,int d){int n=0;for(int e=STEP[c][d];e>=0&&stone[e]==stone[c];e=STEP[e][d])n++;return n;}
static int play(u64*dec){u64 open[4]={-1ull,-1ull,-1ull,(1ull<<(NN-192))-1};signed char stone[NN];memset(stone,-1,NN);
 for(int n=NN,p=0;n;n--,p=!p){int c=nth4(open,rnd(pop(open[0])+pop(open[1])+pop(open[2])+pop(open[3])));++*dec;
  stone[c]=p;open[c>>6]&=~(1ull<<(c&63));for(int d=0;d<4;d++)if(beside(stone,c,d)+1+beside(stone,c,d+4)>=5)return p;}
 return 2;}
int main(void){static const int DR[8]={-1,-1,0,1,1,1,0,-1},DC[8]={0,1,1,1,0,-1,-1,-1};
 for(int i=0;i<NN;i++)for(int d=0;d<8;d++){int r=i/S+DR[d],c=i%S+DC[d];STEP[i][d]=r>=0&&r<S&&c>=0&&c<S?r*S+c:-1;}
 int w=0;BENCH("gomoku",w+=play(&dec););return w<0;}
