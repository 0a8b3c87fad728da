using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class StreamedCallTests()
    : CallTests(new NetTcpBinding(SecurityMode.None) { TransferMode = TransferMode.Streamed });
