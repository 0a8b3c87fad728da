namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Steps : ISteps
{
    private int _step;

    public int First() => ++_step;

    public int Middle() => ++_step;

    public int Last() => ++_step;
}
