using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace SfPerf.Scenarios.Concurrency;

/// <summary>A host of one service, opened for one run in this process.</summary>
internal sealed class TestHost : IDisposable
{
    private readonly ServiceHost _host;

    public TestHost(Type service, Type contract, string scheme, int sessions, int? calls = null)
    {
        _host = new ServiceHost(service);
        var address = scheme switch
        {
            "net.pipe" => $"net.pipe://localhost/sfperf/{Environment.ProcessId}/{Guid.NewGuid():N}",
            "http" => "http://127.0.0.1:0/base",
            _ => "net.tcp://127.0.0.1:0/base",
        };
        _host.AddServiceEndpoint(contract, MakeBinding(scheme, sessions), address);
        var throttle = new ServiceThrottlingBehavior();
        // WCF's limit of sessions lets only a part of the clients in, and the others would measure the wait.
        throttle.MaxConcurrentSessions = Math.Max(throttle.MaxConcurrentSessions, sessions);
        throttle.MaxConcurrentCalls = calls ?? throttle.MaxConcurrentCalls;
        _host.Description.Behaviors.Add(throttle);
        _host.Open();
    }

    public Uri Address => _host.ChannelDispatchers[0].Listener.Uri;

    /// <summary>A binding with its defaults, but room for as many clients as connect at once.</summary>
    public static Binding MakeBinding(string scheme, int sessions) => scheme switch
    {
        "net.pipe" => new NetNamedPipeBinding(NetNamedPipeSecurityMode.None) { MaxConnections = sessions },
        "http" => new BasicHttpBinding(),
        _ => new NetTcpBinding(SecurityMode.None)
        {
            MaxConnections = sessions, ListenBacklog = Math.Max(512, sessions),
        },
    };

    public void Dispose() => _host.Abort();
}
