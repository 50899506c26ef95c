"""Functions of the eraser written anew from what sql/erasure.sql says, so that their words stand there once."""

from pathlib import Path

SQL = Path(__file__).parent / "sql"


def rewritten(name: str, arguments: str, *, first: str = "", last: str = "") -> str:
    """SQL that makes a plpgsql function as erasure.sql wrote it, doing `first` before and `last` after all else.

    It is dropped and given away again: the schema's owner may drop what the eraser owns, not replace it.
    """
    written = (SQL / "erasure.sql").read_text()
    begin = written.index(f"CREATE FUNCTION guard.{name}(")
    body = written[begin : written.index("END $$;", begin)].replace("\nBEGIN\n", f"\nBEGIN\n{first}", 1)
    return f"""
        DROP FUNCTION guard.{name}({arguments});
        {body}{last}END $$;
        REVOKE ALL ON FUNCTION guard.{name}({arguments}) FROM PUBLIC;
        SELECT guard_admin.give_to_eraser('guard.{name}({arguments})');"""
