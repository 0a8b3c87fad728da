#nullable disable

using System.IO;

namespace Microsoft.ServiceFabric.Data;

public interface IStateSerializer<T>
{
    T Read(BinaryReader binaryReader);

    T Read(T baseValue, BinaryReader binaryReader);

    void Write(T baseValue, T targetValue, BinaryWriter binaryWriter);

    void Write(T value, BinaryWriter binaryWriter);
}
