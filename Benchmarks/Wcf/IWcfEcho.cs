using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.Benchmarks.Wcf;

[ServiceContract]
internal interface IWcfEcho
{
    [OperationContract]
    Task<byte[]> EchoAsync(byte[] value);
}
