namespace SfPerf.ServiceModel.Tests.Services;

public sealed class Bulk : IBulk
{
    public byte[] Echo(byte[] bytes) => bytes;
}
