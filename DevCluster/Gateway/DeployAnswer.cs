namespace SfPerf.DevCluster.Gateway;

internal sealed record DeployAnswer(string Application, bool Changed, double Seconds);
