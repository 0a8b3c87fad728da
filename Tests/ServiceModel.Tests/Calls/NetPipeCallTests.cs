using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class NetPipeCallTests() : CallTests(new NetNamedPipeBinding(NetNamedPipeSecurityMode.None));
