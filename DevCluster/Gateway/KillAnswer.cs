namespace SfPerf.DevCluster.Gateway;

internal sealed record KillAnswer(int[] Killed);
