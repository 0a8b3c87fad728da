#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Data;

public partial class BackupInfo
{
    public struct BackupVersion : IComparable<BackupVersion>, IEquatable<BackupVersion>
    {
        public static readonly BackupVersion InvalidBackupVersion = new(new Epoch(-1, -1), -1);

        public BackupVersion(Epoch epoch, long lsn)
        {
            Epoch = epoch;
            Lsn = lsn;
        }

        public Epoch Epoch { get; }

        public long Lsn { get; }

        public readonly int CompareTo(BackupVersion other)
        {
            var byEpoch = Epoch.CompareTo(other.Epoch);
            return byEpoch != 0 ? byEpoch : Lsn.CompareTo(other.Lsn);
        }

        public readonly bool Equals(BackupVersion other) => Epoch == other.Epoch && Lsn == other.Lsn;

        public override readonly bool Equals(object obj) => obj is BackupVersion other && Equals(other);

        public override readonly int GetHashCode() => HashCode.Combine(Epoch, Lsn);
    }
}
