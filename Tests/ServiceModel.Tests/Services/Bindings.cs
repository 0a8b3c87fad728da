using System.ServiceModel;
using System.ServiceModel.Channels;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Services;

internal static class Bindings
{
    internal static TheoryData<string> Schemes => ["net.tcp", "net.pipe", "http"];

    internal static Binding Of(string scheme) => scheme switch
    {
        "net.tcp" => new NetTcpBinding(SecurityMode.None),
        "net.pipe" => new NetNamedPipeBinding(NetNamedPipeSecurityMode.None),
        _ => new BasicHttpBinding(),
    };

    internal static Binding WithoutSessions(string kind) => kind == "http"
        ? new BasicHttpBinding()
        : new NetTcpBinding(SecurityMode.None) { TransferMode = TransferMode.Streamed };
}
