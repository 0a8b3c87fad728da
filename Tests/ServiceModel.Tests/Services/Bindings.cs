using System.ServiceModel;
using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Tests.Services;

internal static class Bindings
{
    internal static Binding WithoutSessions(string kind) => kind == "http"
        ? new BasicHttpBinding()
        : new NetTcpBinding(SecurityMode.None) { TransferMode = TransferMode.Streamed };
}
