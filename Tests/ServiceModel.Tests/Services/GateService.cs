using System;
using System.ServiceModel;
using System.Threading;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall, ConcurrencyMode = ConcurrencyMode.Multiple)]
public sealed class GateService : IGate
{
    private static readonly AsyncLocal<string?> Left = new();

    internal static ManualResetEvent Open { get; } = new(false);

    public bool Pass(bool stop) => !stop || Open.WaitOne();

    public Task<bool> PassTaskAsync(bool stop) => Task.FromResult(Pass(stop));

    public void Break() => throw new InvalidOperationException("broken");

    public string? Leave(string value)
    {
        var before = Left.Value;
        Left.Value = value;
        return before;
    }
}
