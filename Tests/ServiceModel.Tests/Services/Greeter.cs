using System;
using System.Globalization;
using System.ServiceModel;
using System.Threading;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceBehavior(InstanceContextMode = InstanceContextMode.PerCall)]
public class Greeter : IGreeter
{
    private static int _instances;
    private static int _fired;
    private static int _running;
    private static int _mostRunning;

    private readonly int _id = Interlocked.Increment(ref _instances);

    public string Greet(string name) => name is null ? null! : "Hello, " + name;

    public int Add(int a, int b) => a + b;

    public Item Round(Item i)
    {
        i.Id++;
        return i;
    }

    public string Fail(string how) => throw (how switch
    {
        "typed" => new FaultException<GreetFault>(
            new GreetFault { Reason = "bad", Code = 7 }, new FaultReason("typed failure")),
        "plain" => new FaultException("plain failure"),
        _ => new InvalidOperationException("boom"),
    });

    public int Busy(int ms)
    {
        var running = Interlocked.Increment(ref _running);
        InterlockedMax(running);
        using var never = new ManualResetEventSlim();
        never.Wait(ms);
        Interlocked.Decrement(ref _running);
        return Volatile.Read(ref _mostRunning);
    }

    public void Fire(string s) => Interlocked.Increment(ref _fired);

    public int Fired() => Volatile.Read(ref _fired);

    public string InstanceId() => _id.ToString(CultureInfo.InvariantCulture);

    private static void InterlockedMax(int value)
    {
        for (var seen = _mostRunning; seen < value;)
            seen = Interlocked.CompareExchange(ref _mostRunning, value, seen);
    }
}
